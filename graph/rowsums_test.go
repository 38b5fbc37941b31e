package graph

import (
	"testing"

	"pgregory.net/rapid"
)

func TestRowSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 5), size(t, "m", 0, 5)
		opCheck{
			func(in []*Node) *Node { return RowSums(in[0]) },
			func(in [][]float64) []float64 {
				out := make([]float64, n)
				for i := range n {
					for j := range m {
						out[i] += in[0][i*m+j]
					}
				}
				return out
			},
		}.on(t, draw(t, n, m))
	})
}
