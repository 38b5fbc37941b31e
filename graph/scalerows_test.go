package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestScaleRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 5), size(t, "m", 0, 5)
		opCheck{
			func(in []*Node) *Node { return ScaleRows(in[0], in[1]) },
			func(in [][]float64) []float64 {
				out := make([]float64, n*m)
				for i := range n {
					for j := range m {
						out[i*m+j] = in[0][i*m+j] * in[1][i]
					}
				}
				return out
			},
		}.on(t, draw(t, n, m), draw(t, n))
	})
}

func TestScaleRowsPanics(t *testing.T) {
	g := New()
	x := Zeros(g, tensor.Float64, 2, 3)
	mustPanic(t, "factors as long as a row", errShape, func() { ScaleRows(x, Zeros(g, tensor.Float64, 3)) })
}
