package graph

import (
	"math/rand/v2"

	"gorgonia.org/tensor"
)

// Uniform returns a tensor of independent draws from the uniform distribution
// on [-a, a). The draws are made in float64 and rounded, so that both element
// types start from the same values.
func Uniform(r *rand.Rand, dt tensor.Dtype, a float64, shape ...int) *tensor.Dense {
	x := make([]float64, tensor.Shape(shape).TotalSize())
	for i := range x {
		x[i] = a * (2*r.Float64() - 1)
	}
	return FromFloat64s(dt, x, shape...)
}

// DropoutMask returns a tensor whose elements are independently 0 with
// probability p and else 1/(1-p), for 0 <= p < 1.
func DropoutMask(r *rand.Rand, dt tensor.Dtype, p float64, shape ...int) *tensor.Dense {
	x := make([]float64, tensor.Shape(shape).TotalSize())
	for i := range x {
		if r.Float64() >= p {
			x[i] = 1 / (1 - p)
		}
	}
	return FromFloat64s(dt, x, shape...)
}
