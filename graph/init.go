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
// probability p (to a multiple of 2^-32) and else 1/(1-p), for 0 <= p < 1.
func DropoutMask(r *rand.Rand, dt tensor.Dtype, p float64, shape ...int) *tensor.Dense {
	n := tensor.Shape(shape).TotalSize()
	switch dt {
	case tensor.Float32:
		return dense(mask[float32](r, p, n), shape)
	case tensor.Float64:
		return dense(mask[float64](r, p, n), shape)
	}
	panic(errDtype)
}

// mask makes two elements of each draw: masks are as large as what they cover,
// and drawing them is a visible part of a step.
func mask[T Float](r *rand.Rand, p float64, n int) []T {
	x := make([]T, n)
	keep, cut := T(1/(1-p)), uint64(p*(1<<32))
	for i := 0; i < n; i += 2 {
		u := r.Uint64()
		if u>>32 >= cut {
			x[i] = keep
		}
		if i+1 < n && u&(1<<32-1) >= cut {
			x[i+1] = keep
		}
	}
	return x
}
