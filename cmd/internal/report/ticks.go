package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// wholeTicks are ticks at whole numbers.
type wholeTicks struct{}

// Ticks implements plot.Ticker.
func (wholeTicks) Ticks(low, high float64) []plot.Tick {
	var out []plot.Tick
	for _, t := range (plot.DefaultTicks{}).Ticks(low, high) {
		if t.Value != math.Trunc(t.Value) {
			continue
		}
		if t.Label != "" {
			t.Label = fmt.Sprintf("%g", t.Value)
		}
		out = append(out, t)
	}
	return out
}

// powerTicks are ticks of a logarithmic axis at powers of ten, with a label at
// about six of them.
type powerTicks struct{}

// Ticks implements plot.Ticker.
func (powerTicks) Ticks(low, high float64) []plot.Tick {
	from, to := int(math.Round(math.Log10(low))), int(math.Round(math.Log10(high)))
	every := 1 + (to-from)/6
	var out []plot.Tick
	for e := from; e <= to; e++ {
		t := plot.Tick{Value: math.Pow(10, float64(e))}
		if (e-from)%every == 0 {
			t.Label = fmt.Sprintf("%g", t.Value)
		}
		out = append(out, t)
	}
	return out
}
