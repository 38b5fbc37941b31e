package kernel

import (
	"math"
	"unsafe"
)

// portable returns the functions in Go, computed in float64.
func portable[T float]() functions[T] {
	return functions[T]{
		expSub: func(n int, dst, x *T, shift T) {
			for i, v := range unsafe.Slice(x, n) {
				unsafe.Slice(dst, n)[i] = T(exp(float64(v - shift)))
			}
		},
		sigmoid: func(n int, dst, x *T) {
			for i, v := range unsafe.Slice(x, n) {
				e := math.Exp(-math.Abs(float64(v)))
				y := 1 / (1 + e)
				if v < 0 {
					y = e / (1 + e)
				}
				unsafe.Slice(dst, n)[i] = T(y)
			}
		},
		tanh: func(n int, dst, x *T) {
			for i, v := range unsafe.Slice(x, n) {
				unsafe.Slice(dst, n)[i] = T(math.Tanh(float64(v)))
			}
		},
		maximum: func(n int, x *T) T {
			largest := T(math.Inf(-1))
			for _, v := range unsafe.Slice(x, n) {
				if v > largest {
					largest = v
				}
			}
			return largest
		},
		sumExp: func(n int, x *T, shift T) T {
			sum := 0.0
			for _, v := range unsafe.Slice(x, n) {
				sum += exp(float64(v - shift))
			}
			return T(sum)
		},
	}
}

// exp is math.Exp, which on amd64 returns +Inf from 709.44 on, where the result
// still has 40% to go.
func exp(x float64) float64 {
	if x > 709 {
		return math.Exp(x-1) * math.E
	}
	return math.Exp(x)
}
