package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func scatteredNaively(in [][]float64, to []int, n, m int) []float64 {
	out := make([]float64, n*m)
	for i, r := range to {
		for j := range m {
			out[r*m+j] += in[1][i] * in[0][i*m+j]
		}
	}
	return out
}

func TestScatterScaled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 4), size(t, "m", 0, 4)
		to := indices(t, n, 6)
		opCheck{
			func(in []*Node) *Node { return ScatterScaled(in[0], in[1], to, n) },
			func(in [][]float64) []float64 { return scatteredNaively(in, to, n, m) },
		}.on(t, draw(t, len(to), m), draw(t, len(to)))
	})
}

// Two of them in one sum: the second adds to the buffer of the first.
func TestScatterScaledAddsInPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 1, 4), size(t, "m", 1, 4)
		to := indices(t, n, 6)
		opCheck{
			func(in []*Node) *Node {
				once := ScatterScaled(in[0], in[1], to, n)
				return Add(once, ScatterScaled(in[0], in[1], to, n))
			},
			func(in [][]float64) []float64 {
				out := scatteredNaively(in, to, n, m)
				for i := range out {
					out[i] *= 2
				}
				return out
			},
		}.on(t, draw(t, len(to), m), draw(t, len(to)))
	})
}

func TestScatterScaledPanics(t *testing.T) {
	g := New()
	x, s := Zeros(g, tensor.Float64, 2, 3), Zeros(g, tensor.Float64, 2)
	mustPanic(t, "factors as long as a row", errShape, func() { ScatterScaled(x, Zeros(g, tensor.Float64, 3), []int{0, 1}, 2) })
	mustPanic(t, "too few places", errShape, func() { ScatterScaled(x, s, []int{0}, 2) })
	mustPanic(t, "place after the last", errIndex, func() { ScatterScaled(x, s, []int{0, 2}, 2) })
	mustPanic(t, "place before the first", errIndex, func() { ScatterScaled(x, s, []int{0, -1}, 2) })
}
