package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestDot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := size(t, "n", 0, 6)
		w := Float64s(draw(t, n))
		opCheck{
			func(in []*Node) *Node { return Dot(in[0], w) },
			func(in [][]float64) []float64 {
				var sum float64
				for i, x := range in[0] {
					sum += w[i] * x
				}
				return []float64{sum}
			},
		}.on(t, draw(t, n))
	})
}

func TestSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := size(t, "n", 0, 6)
		opCheck{
			func(in []*Node) *Node { return Mul(Sum(in[0]), Sum(in[0])) },
			func(in [][]float64) []float64 {
				var sum float64
				for _, x := range in[0] {
					sum += x
				}
				return []float64{sum * sum}
			},
		}.on(t, draw(t, n))
	})
}

// Float32 sums run in float64, or the ones would be lost.
func TestSumInFloat64(t *testing.T) {
	g := New()
	x := Input(g, "x", FromFloat64s(tensor.Float32, []float64{1 << 24, 1, 1, -1 << 24}, 4))
	requireSameBits(t, "sum", finish(t, NewPool(), Sum(x))[0], []float64{2})
}

func TestDotCopiesItsWeights(t *testing.T) {
	g := New()
	w := []float64{1, 2}
	d := Dot(Input(g, "x", FromFloat64s(tensor.Float64, []float64{3, 4}, 2)), w)
	w[0] = 100
	requireSameBits(t, "value", finish(t, NewPool(), d)[0], []float64{11})
}

func TestDotPanics(t *testing.T) {
	g := New()
	x, v := Zeros(g, tensor.Float64, 2, 3), Zeros(g, tensor.Float64, 2)
	mustPanic(t, "too many weights", errShape, func() { Dot(v, make([]float64, 3)) })
	mustPanic(t, "of a matrix", errShape, func() { Dot(x, make([]float64, 6)) })
	mustPanic(t, "sum of a matrix", errShape, func() { Sum(x) })
	mustPanic(t, "sum of a scalar", errShape, func() { Sum(Zeros(g, tensor.Float64)) })
}
