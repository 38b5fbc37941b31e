package graph

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestStandardiseColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 5), size(t, "m", 0, 4)
		x := draw(t, n, m)
		for i := range n { // keep the columns' spread away from the epsilon, where float32 has no digits
			for j := range m {
				x.Float64s()[i*m+j] += float64(5 * i)
			}
		}
		opCheck{
			func(in []*Node) *Node { return StandardiseColumns(in[0]) },
			func(in [][]float64) []float64 {
				out := make([]float64, n*m)
				for j := range m {
					var sum, squares float64
					for i := range n {
						sum += in[0][i*m+j]
						squares += in[0][i*m+j] * in[0][i*m+j]
					}
					mean := sum / float64(n)
					for i := range n {
						out[i*m+j] = (in[0][i*m+j] - mean) / math.Sqrt(squares/float64(n)-mean*mean+1e-5)
					}
				}
				return out
			},
		}.on(t, x)
	})
}

func TestStandardiseColumnsPanics(t *testing.T) {
	mustPanic(t, "a vector", errShape, func() { StandardiseColumns(Zeros(New(), tensor.Float64, 3)) })
}
