package graph

import (
	"testing"

	"pgregory.net/rapid"
)

func TestColumnSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 5), size(t, "m", 0, 5)
		opCheck{
			func(in []*Node) *Node { return ColumnSums(in[0]) },
			func(in [][]float64) []float64 {
				out := make([]float64, m)
				for i := range n {
					for j := range m {
						out[j] += in[0][i*m+j]
					}
				}
				return out
			},
		}.on(t, draw(t, n, m))
	})
}
