package ticks

import (
	"slices"
	"testing"
)

func TestWhole(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      []string
	}{
		{0, 2, []string{"0", "1", "2"}},
		{50, 100, []string{"50", "75", "100"}},
	} {
		if got := labels(Whole{}.Ticks(c.low, c.high)); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: %q, expected %q", c.low, c.high, got, c.want)
		}
	}
	for _, tick := range (Whole{}).Ticks(0.5, 3.25) {
		if tick.Value != float64(int(tick.Value)) {
			t.Errorf("a tick at %v", tick.Value)
		}
	}
}
