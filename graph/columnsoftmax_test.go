package graph

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestColumnSoftmax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 5), size(t, "m", 0, 4)
		opCheck{
			func(in []*Node) *Node { return ColumnSoftmax(in[0]) },
			func(in [][]float64) []float64 {
				out := make([]float64, n*m)
				for j := range m {
					var sum float64
					for i := range n {
						sum += math.Exp(in[0][i*m+j])
					}
					for i := range n {
						out[i*m+j] = math.Exp(in[0][i*m+j]) / sum
					}
				}
				return out
			},
		}.on(t, draw(t, n, m))
	})
}

// Columns far apart and elements that would overflow; an impossible element has
// probability 0, and a column of nothing else is no distribution.
func TestColumnSoftmaxExtremes(t *testing.T) {
	inf := math.Inf(1)
	m := NewMachine(tensor.Float64, NewPool())
	y := ColumnSoftmax(Input(New(), "x", FromFloat64s(tensor.Float64, []float64{
		1000, -1000, -inf, -inf,
		1000, -1000, 3, -inf,
	}, 2, 4)))
	if err := m.Finish(y); err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	requireClose(t, "softmax", Float64s(m.Value(y)), []float64{0.5, 0.5, 0, nan, 0.5, 0.5, 1, nan}, 1e-15, 0)
}

func TestColumnSoftmaxPanics(t *testing.T) {
	mustPanic(t, "a vector", errShape, func() { ColumnSoftmax(Zeros(New(), tensor.Float64, 3)) })
}
