package train

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// N epochs means N epochs: the code published with URNNG stops one too soon.
func TestFirstEpochs(t *testing.T) {
	for n, want := range map[int][]bool{
		2: {true, true, false, false}, 1: {true, false, false, false}, 0: {false, false, false, false}, -1: {true, true, true, true},
	} {
		var got []bool
		for epoch := 1; epoch <= 4; epoch++ {
			got = append(got, Group{Trained: FirstEpochs(n)}.trainedIn(epoch))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("FirstEpochs(%d): %s", n, diff)
		}
	}
	if !(Group{}).trainedIn(100) {
		t.Error("a group that says nothing is not trained")
	}
}
