package ticks

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"pgregory.net/rapid"
)

func labels(ticks []plot.Tick) (all []string) {
	for _, t := range ticks {
		if t.Label != "" {
			all = append(all, t.Label)
		}
	}
	return all
}

func TestPowers(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      []string
	}{
		{1e-5, 1, []string{"1e-05", "0.0001", "0.001", "0.01", "0.1", "1"}},
		{1, 1e10, []string{"1", "100", "10000", "1e+06", "1e+08", "1e+10"}},
		{math.Pow(10, -5), math.Pow(10, -3), []string{"1e-05", "0.0001", "0.001"}},
	} {
		if got := labels(Powers{}.Ticks(c.low, c.high)); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: %q, expected %q", c.low, c.high, got, c.want)
		}
	}
}

// Of any axis the ends have ticks, the first a label, and every label is as a power of
// ten is written.
func TestPowersOfAnyAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := rapid.IntRange(-300, 299).Draw(t, "exponent")
		low := rapid.Float64Range(1, 9.99).Draw(t, "times") * math.Pow10(e)
		high := low * math.Pow10(rapid.IntRange(1, min(40, 305-e)).Draw(t, "decades"))
		const slack = 1 + 1e-15
		from, to := PowersAround(low, high)
		if !(from <= low && low < 10*slack*from && high <= to && to < 10*slack*high) {
			t.Fatalf("an axis from %v to %v for %v to %v", from, to, low, high)
		}
		ticks := Powers{}.Ticks(from, to)
		if ticks[0].Value != from || ticks[len(ticks)-1].Value != to || ticks[0].Label == "" {
			t.Fatalf("found the ticks %v", ticks)
		}
		got := labels(ticks)
		if n := len(got); n < 2 || n > 7 {
			t.Errorf("%d labels", n)
		}
		for _, label := range got {
			if strings.Trim(label, "0.") != "1" && !strings.HasPrefix(label, "1e") {
				t.Errorf("found the label %q", label)
			}
		}
	})
}

// There is no power of ten above the largest number.
func TestPowersAroundLargest(t *testing.T) {
	for _, high := range []float64{math.MaxFloat64, math.Inf(1)} {
		if from, to := PowersAround(1e300, high); from != 1e300 || !math.IsInf(to, 1) {
			t.Errorf("an axis from %v to %v for %v", from, to, high)
		}
	}
}
