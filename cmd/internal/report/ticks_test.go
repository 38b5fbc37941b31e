package report

import (
	"slices"
	"testing"

	"gonum.org/v1/plot"
)

func labels(ticks []plot.Tick) (all []string) {
	for _, t := range ticks {
		if t.Label != "" {
			all = append(all, t.Label)
		}
	}
	return all
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		ticks     plot.Ticker
		low, high float64
		want      []string
	}{
		{wholeTicks{}, 0, 2, []string{"0", "1", "2"}},
		{wholeTicks{}, 50, 100, []string{"50", "75", "100"}},
		{powerTicks{}, 1e-5, 1, []string{"1e-05", "0.0001", "0.001", "0.01", "0.1", "1"}},
		{powerTicks{}, 1, 1e10, []string{"1", "100", "10000", "1e+06", "1e+08", "1e+10"}},
	} {
		if got := labels(c.ticks.Ticks(c.low, c.high)); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: %q, expected %q", c.low, c.high, got, c.want)
		}
	}
	for _, tick := range (wholeTicks{}).Ticks(0.5, 3.25) {
		if tick.Value != float64(int(tick.Value)) {
			t.Errorf("a tick at %v", tick.Value)
		}
	}
}
