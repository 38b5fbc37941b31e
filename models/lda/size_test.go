package lda

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// A model too large for memory is refused, with the estimate, before anything is
// allocated; products that no integer holds are too large like others.
func TestCaseD14TooLarge(t *testing.T) {
	if err := CheckSize(100, 250_000, 24, 1<<30); err != nil {
		t.Error(err)
	}
	for _, test := range []struct{ k, v, each int }{
		{100_000, 1_000_000, 24}, {math.MaxInt, math.MaxInt, 8}, {1 << 40, 1 << 20, 16}, {math.MaxInt, 2, 1}, {math.MaxInt, 3, 1},
	} {
		err := CheckSize(test.k, test.v, test.each, 16<<30)
		var got *SizeError
		if !errors.Is(err, ErrTooLarge) || !errors.As(err, &got) || got.Bytes <= got.Limit {
			t.Errorf("%+v: got %v", test, err)
		}
	}
	err := CheckSize(100_000, 1_000_000, 24, 16<<30)
	if want := "take 2235.2 GiB of the 16.0 GiB there are"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q in it", err, want)
	}
}
