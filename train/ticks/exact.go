package ticks

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// Exact are the usual ticks, with labels that say where they are: those of gonum may be
// rounded by a quarter of the distance between two.
type Exact struct{}

// Ticks implements plot.Ticker.
func (Exact) Ticks(low, high float64) []plot.Tick {
	out := plot.DefaultTicks{}.Ticks(low, high)
	var step, last float64
	labelled := 0
	for _, t := range out {
		if t.IsMinor() {
			continue
		}
		if labelled++; labelled > 1 {
			step = math.Abs(t.Value - last)
		}
		last = t.Value
	}
	format, digits := byte('g'), 12
	if most := max(math.Abs(low), math.Abs(high)); step > 1e-6 && most < 1e7 {
		format, digits = 'f', decimals(out, step)
	}
	for i, t := range out {
		if !t.IsMinor() {
			out[i].Label = strconv.FormatFloat(t.Value, format, digits, 64)
		}
		if out[i].Label == "-0" {
			out[i].Label = "0"
		}
	}
	return out
}

// decimals is how many digits behind the point all labels need.
func decimals(ticks []plot.Tick, step float64) int {
	n := 0
	for _, t := range ticks {
		for scale := math.Pow10(n); !t.IsMinor() && n < 10 && math.Abs(math.Round(t.Value*scale)-t.Value*scale) > 1e-3*step*scale; scale *= 10 {
			n++
		}
	}
	return n
}
