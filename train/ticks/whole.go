package ticks

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// Whole are ticks at whole numbers.
type Whole struct{}

// Ticks implements plot.Ticker.
func (Whole) Ticks(low, high float64) []plot.Tick {
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
