package dirichlet

import "math"

// LogGamma sets dst[i] to log gamma(x[i]), within 2e-14 of the larger of 1 and the
// value. It is made for x > 0; of 0 it is +Inf, and of what is below 0 it is NaN.
// dst must be as long as x and either x itself or apart from it.
func LogGamma[T float](dst, x []T) { overSlice(chosen.logGamma, dst, x) }

func logGamma(x float64) float64 {
	if x < 0 {
		return math.NaN()
	}
	v, _ := math.Lgamma(x)
	return v
}
