package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func sparseProductNaively(a *CSR, x []float64, m int) []float64 {
	out := make([]float64, a.Rows*m)
	for r, row := range a.full() {
		for c, w := range row {
			for j := range m {
				out[r*m+j] += w * x[c*m+j]
			}
		}
	}
	return out
}

func TestSparseMatMul(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, m := drawCSR(t), size(t, "m", 0, 4)
		opCheck{
			func(in []*Node) *Node { return SparseMatMul(a, in[0]) },
			func(in [][]float64) []float64 { return sparseProductNaively(a, in[0], m) },
		}.on(t, draw(t, a.Cols, m))
	})
}

// Two of them in one sum: the second adds to the buffer of the first.
func TestSparseMatMulAddsInPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, m := drawCSR(t), size(t, "m", 1, 4)
		opCheck{
			func(in []*Node) *Node { return Add(SparseMatMul(a, in[0]), SparseMatMul(a, in[1])) },
			func(in [][]float64) []float64 {
				out := sparseProductNaively(a, in[0], m)
				for i, v := range sparseProductNaively(a, in[1], m) {
					out[i] += v
				}
				return out
			},
		}.on(t, draw(t, a.Cols, m), draw(t, a.Cols, m))
	})
}

func TestSparseMatMulPanics(t *testing.T) {
	x := Zeros(New(), tensor.Float64, 3, 2)
	mustPanic(t, "wrong height", errShape, func() { SparseMatMul(&CSR{Cols: 2, Rows: 1, Start: []int{0, 0}}, x) })
	mustPanic(t, "column too high", errIndex, func() { SparseMatMul(&CSR{Cols: 3, Rows: 1, Start: []int{0, 1}, Index: []int{3}}, x) })
	mustPanic(t, "a vector", errShape, func() { SparseMatMul(&CSR{Cols: 3}, Zeros(x.Graph(), tensor.Float64, 3)) })
}
