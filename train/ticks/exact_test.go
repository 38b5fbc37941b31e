package ticks

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestExact(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      []string
	}{
		{-24280, -23020, []string{"-24250", "-23750", "-23250"}},
		{-8.37, -7.93, []string{"-8.35", "-8.15", "-7.95"}},
		{0, 1, []string{"0.0", "0.5", "1.0"}},
		{-2, 2, []string{"-2", "0", "2"}},
	} {
		if got := labels(Exact{}.Ticks(c.low, c.high)); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: %q, expected %q", c.low, c.high, got, c.want)
		}
	}
}

// Whatever the axis, a label says where its tick is.
func TestExactOfAnyAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := math.Pow(10, rapid.Float64Range(-8, 12).Draw(t, "log width"))
		low := width * rapid.Float64Range(-1000, 1000).Draw(t, "low")
		ticks := Exact{}.Ticks(low, low+width)
		for _, tick := range ticks {
			if tick.IsMinor() {
				continue
			}
			x, err := strconv.ParseFloat(tick.Label, 64)
			if err != nil || math.Abs(x-tick.Value) > 0.01*width {
				t.Fatalf("%v to %v: the tick at %v is labelled %q", low, low+width, tick.Value, tick.Label)
			}
		}
	})
}
