package train

import (
	"math"
	"testing"
)

func TestDivergedErrorText(t *testing.T) {
	for want, e := range map[string]*DivergedError{
		`training diverged: epoch 2, step 31, batch 4: gradient of "q.w": found NaN, expected a finite number`: {2, 31, 4, `gradient of "q.w"`, math.NaN()},
		`training diverged: epoch 2, step 31: validation score: found +Inf, expected a finite number`:          {2, 31, -1, "validation score", math.Inf(1)},
	} {
		if e.Error() != want {
			t.Errorf("found %s\nwant  %s", e, want)
		}
	}
}
