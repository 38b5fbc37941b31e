package graph

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestTreeLSTMCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, h := size(t, "n", 0, 3), size(t, "h", 0, 3)
		opCheck{
			func(in []*Node) *Node { return TreeLSTMCell(in[0], in[1]) },
			func(in [][]float64) []float64 {
				at := func(x []float64, row, part, parts, j int) float64 { return x[(row*parts+part)*h+j] }
				out := make([]float64, 2*n*h)
				for r := range n {
					for j := range h {
						i, g := logistic(at(in[0], r, 0, 5, j)), math.Tanh(at(in[0], r, 4, 5, j))
						right, left := logistic(at(in[0], r, 1, 5, j)), logistic(at(in[0], r, 2, 5, j))
						c := i*g + right*at(in[1], r, 1, 4, j) + left*at(in[1], r, 3, 4, j)
						out[2*r*h+j] = logistic(at(in[0], r, 3, 5, j)) * math.Tanh(c)
						out[2*r*h+h+j] = c
					}
				}
				return out
			},
		}.on(t, draw(t, n, 5*h), draw(t, n, 4*h))
	})
}

// Two levels of a tree: a composed node and a leaf make the root.
func TestTreeLSTMCellRecurrence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := size(t, "h", 1, 2)
		opCheck{build: func(in []*Node) *Node {
			leaves, weights := in[0], in[1]
			compose := func(right, left *Node) *Node {
				kids := Reshape(ConcatRows(right, left), 1, 4*h)
				return TreeLSTMCell(MatMul(kids, weights, false, true), kids)
			}
			return compose(Rows(leaves, 2, 3), compose(Rows(leaves, 1, 2), Rows(leaves, 0, 1)))
		}}.on(t, draw(t, 3, 2*h), draw(t, 5*h, 4*h))
	})
}

func TestTreeLSTMCellPanics(t *testing.T) {
	g := New()
	pre, kids := Zeros(g, tensor.Float64, 2, 10), Zeros(g, tensor.Float64, 2, 8)
	mustPanic(t, "gates that are not five", errShape, func() { TreeLSTMCell(Zeros(g, tensor.Float64, 2, 8), kids) })
	mustPanic(t, "children of another width", errShape, func() { TreeLSTMCell(pre, Zeros(g, tensor.Float64, 2, 4)) })
	mustPanic(t, "children of other rows", errShape, func() { TreeLSTMCell(pre, Zeros(g, tensor.Float64, 3, 8)) })
	mustPanic(t, "a vector", errShape, func() { TreeLSTMCell(pre, Zeros(g, tensor.Float64, 8)) })
}

func BenchmarkTreeLSTMCell(b *testing.B) {
	benchmarkCell(b, 5, 4, TreeLSTMCell)
}
