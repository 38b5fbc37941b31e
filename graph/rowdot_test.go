package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestRowDot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 5), size(t, "m", 0, 5)
		opCheck{
			func(in []*Node) *Node { return RowDot(in[0], in[1]) },
			func(in [][]float64) []float64 {
				out := make([]float64, n)
				for i := range n {
					for j := range m {
						out[i] += in[0][i*m+j] * in[1][i*m+j]
					}
				}
				return out
			},
		}.on(t, draw(t, n, m), draw(t, n, m))
	})
}

func TestRowDotPanics(t *testing.T) {
	g := New()
	x := Zeros(g, tensor.Float64, 2, 3)
	mustPanic(t, "other columns", errShape, func() { RowDot(x, Zeros(g, tensor.Float64, 2, 2)) })
	mustPanic(t, "vectors", errShape, func() { v := Zeros(g, tensor.Float64, 2); RowDot(v, v) })
}
