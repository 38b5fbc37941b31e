package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestAddRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 5), size(t, "m", 0, 5)
		opCheck{
			func(in []*Node) *Node { return AddRow(in[0], in[1]) },
			func(in [][]float64) []float64 {
				out := make([]float64, n*m)
				for i := range n {
					for j := range m {
						out[i*m+j] = in[0][i*m+j] + in[1][j]
					}
				}
				return out
			},
		}.on(t, draw(t, n, m), draw(t, m))
	})
}

// One bias for two matrices: the second sum of rows adds to the first.
func TestAddRowSharedBias(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 1, 4), size(t, "m", 1, 4)
		opCheck{build: func(in []*Node) *Node { return Mul(AddRow(in[0], in[2]), AddRow(in[1], in[2])) }}.
			on(t, draw(t, n, m), draw(t, n, m), draw(t, m))
	})
}

func TestAddRowPanics(t *testing.T) {
	g := New()
	x, v := Zeros(g, tensor.Float64, 2, 3), Zeros(g, tensor.Float64, 2)
	mustPanic(t, "bias as long as the column", errShape, func() { AddRow(x, v) })
	mustPanic(t, "bias a matrix", errShape, func() { AddRow(x, Zeros(g, tensor.Float64, 1, 3)) })
	mustPanic(t, "rows a vector", errShape, func() { AddRow(v, v) })
}
