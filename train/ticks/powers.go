package ticks

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// Powers are ticks of a logarithmic axis at powers of ten, with a label at about six
// of them. The axis ends where PowersAround says.
type Powers struct{}

// Ticks implements plot.Ticker.
func (Powers) Ticks(low, high float64) []plot.Tick {
	from, to := int(math.Round(math.Log10(low))), int(math.Round(math.Log10(high)))
	every := 1 + (to-from)/6
	var out []plot.Tick
	for e := from; e <= to; e++ {
		t := plot.Tick{Value: power(e)}
		if (e-from)%every == 0 {
			t.Label = fmt.Sprintf("%g", t.Value)
		}
		out = append(out, t)
	}
	return out
}

// PowersAround returns the largest power of ten that is not above low, and the smallest
// that is not below high, which may be +Inf. Both are above 0.
func PowersAround(low, high float64) (from, to float64) {
	e := int(math.Ceil(math.Log10(low))) // it, or the one below: logarithms are rounded
	for power(e) > low {
		e--
	}
	from = power(e)
	for e = int(min(308, math.Floor(math.Log10(high)))); power(e) < high; e++ {
	}
	return from, power(e)
}

// power is the number nearest to 10^e, which is printed as that. math.Pow and math.Pow10
// miss some of them by a bit.
func power(e int) float64 {
	x, _ := strconv.ParseFloat("1e"+strconv.Itoa(e), 64) // beyond the range: 0 or +Inf, as it should
	return x
}
