package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestScaleColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 4), size(t, "m", 0, 4)
		opCheck{
			func(in []*Node) *Node { return ScaleColumns(in[0], in[1]) },
			func(in [][]float64) []float64 {
				out := make([]float64, n*m)
				for i := range out {
					out[i] = in[0][i] * in[1][i%m]
				}
				return out
			},
		}.on(t, draw(t, n, m), draw(t, m))
	})
}

func TestScaleColumnsPanics(t *testing.T) {
	g := New()
	x := Zeros(g, tensor.Float64, 2, 3)
	mustPanic(t, "a factor for each row", errShape, func() { ScaleColumns(x, Zeros(g, tensor.Float64, 2)) })
	mustPanic(t, "a vector", errShape, func() { ScaleColumns(Zeros(g, tensor.Float64, 3), Zeros(g, tensor.Float64, 3)) })
}
