package dirichlet

import "math"

// Digamma sets dst[i] to digamma(x[i]), the derivative of log gamma, within 1e-14
// of the larger of 1 and the value. It is made for x > 0; of 0 it is -Inf, and of
// what is below 0 it is NaN. dst must be as long as x and either x itself or apart
// from it.
func Digamma[T float](dst, x []T) { overSlice(chosen.digamma, dst, x) }

// digamma goes up by the recurrence, DLMF 5.5.2, until the asymptotic series,
// DLMF 5.11.2, is exact: its next term, 3617/8160 y^-16, is below 2e-16.
func digamma(x float64) float64 {
	switch {
	case x < 0 || math.IsNaN(x):
		return math.NaN()
	case math.IsInf(x, 1):
		return x
	}
	var sum float64
	y := x
	for ; y < 9; y++ {
		sum += 1 / y
	}
	r := 1 / y
	r2 := r * r
	// B_2n / 2n with the Bernoulli numbers 1/6, -1/30, 1/42, -1/30, 5/66, -691/2730
	// and 7/6.
	series := r2 * (1./12 + r2*(-1./120+r2*(1./252+r2*(-1./240+r2*(1./132+r2*(-691./32760+r2/12))))))
	return math.Log(y) - r/2 - series - sum
}
