package graph

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestLayerNorm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 4), size(t, "m", 1, 5)
		x := draw(t, n, m)
		for i := range n { // keep the rows' spread away from the epsilon, where float32 has no digits
			for j := range m {
				x.Float64s()[i*m+j] += float64(5 * j)
			}
		}
		opCheck{
			func(in []*Node) *Node { return LayerNorm(in[0], in[1], in[2]) },
			func(in [][]float64) []float64 {
				out := make([]float64, n*m)
				for i := range n {
					row := in[0][i*m : (i+1)*m]
					var sum, squares float64
					for _, v := range row {
						sum += v
						squares += v * v
					}
					mean := sum / float64(m)
					variance := squares/float64(m) - mean*mean
					for j, v := range row {
						out[i*m+j] = in[1][j]*(v-mean)/math.Sqrt(variance+1e-5) + in[2][j]
					}
				}
				return out
			},
		}.on(t, x, draw(t, m), draw(t, m))
	})
}

// A row of equal elements has variance 0: the bias remains, and nothing is
// divided by zero.
func TestLayerNormOfAFlatRow(t *testing.T) {
	opCheck{
		func(in []*Node) *Node { return LayerNorm(in[0], in[1], in[2]) },
		func(in [][]float64) []float64 { return in[2] },
	}.on(t,
		FromFloat64s(tensor.Float64, []float64{0, 0, 0}, 1, 3),
		FromFloat64s(tensor.Float64, []float64{1e-2, 2e-2, 3e-2}, 3), // the slope there is gain / sqrt(epsilon)
		FromFloat64s(tensor.Float64, []float64{4, 5, 6}, 3))
}

func TestLayerNormPanics(t *testing.T) {
	g := New()
	x, v, short := Zeros(g, tensor.Float64, 2, 3), Zeros(g, tensor.Float64, 3), Zeros(g, tensor.Float64, 2)
	mustPanic(t, "short gain", errShape, func() { LayerNorm(x, short, v) })
	mustPanic(t, "short bias", errShape, func() { LayerNorm(x, v, short) })
	mustPanic(t, "a vector", errShape, func() { LayerNorm(v, v, v) })
}
