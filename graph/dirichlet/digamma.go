package dirichlet

import (
	"math"
	"unsafe"
)

type float interface{ float32 | float64 }

// Digamma sets dst[i] to digamma(x[i]), the derivative of log gamma, within 1e-14
// of the larger of 1 and the value. It is made for x > 0; of 0 it is -Inf, and of
// what is below 0 it is NaN. In float32 it is computed in float64. dst must be as
// long as x and either x itself or apart from it.
func Digamma[T float](dst, x []T) {
	if len(dst) != len(x) {
		panic(errLength)
	}
	switch dst := any(dst).(type) {
	case []float64:
		digammaBy(chosen.digamma, dst, any(x).([]float64))
	case []float32:
		x := any(x).([]float32)
		var double [256]float64
		for from := 0; from < len(x); from += len(double) {
			part := x[from:min(from+len(double), len(x))]
			y := double[:len(part)]
			for i, v := range part {
				y[i] = float64(v)
			}
			digammaBy(chosen.digamma, y, y)
			for i, v := range y {
				dst[from+i] = float32(v)
			}
		}
	}
}

// digammaBy calls f, which wants whole registers.
func digammaBy(f func(n int, dst, x *float64), dst, x []float64) {
	whole := len(x) &^ 7
	if whole > 0 {
		f(whole, &dst[0], &x[0])
	}
	if whole < len(x) {
		rest := [8]float64{1, 1, 1, 1, 1, 1, 1, 1}
		copy(rest[:], x[whole:])
		f(len(rest), &rest[0], &rest[0])
		copy(dst[whole:], rest[:])
	}
}

func digammaInGo(n int, dst, x *float64) {
	to := unsafe.Slice(dst, n)
	for i, v := range unsafe.Slice(x, n) {
		to[i] = digamma(v)
	}
}

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
