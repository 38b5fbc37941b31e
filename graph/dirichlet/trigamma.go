package dirichlet

import "math"

// Trigamma sets dst[i] to trigamma(x[i]), the derivative of digamma, within 1e-14
// of the value. It is made for x > 0; of 0 it is +Inf, and of what is below 0 it
// is NaN. dst must be as long as x and either x itself or apart from it.
func Trigamma[T float](dst, x []T) {
	if len(dst) != len(x) {
		panic(errLength)
	}
	for i, v := range x {
		dst[i] = T(trigamma(float64(v)))
	}
}

// trigamma goes up by the recurrence, DLMF 5.15.5, until the asymptotic series,
// DLMF 5.15.8, is exact: its next term, 3617/510 y^-17, is below 1e-17.
func trigamma(x float64) float64 {
	if x < 0 || math.IsNaN(x) {
		return math.NaN()
	}
	var sum float64
	y := x
	for ; y < 12; y++ {
		sum += 1 / (y * y)
	}
	r := 1 / y
	r2 := r * r
	// The Bernoulli numbers from the second on.
	series := r2 * (1./6 + r2*(-1./30+r2*(1./42+r2*(-1./30+r2*(5./66+r2*(-691./2730+r2*7/6))))))
	return sum + r*(1+r/2+series)
}
