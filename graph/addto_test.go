package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// The sum is in the total's memory, run after run, whether the term can be added to it
// at once, as a product of matrices can, or is there by itself.
func TestAddTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dt := rapid.SampledFrom([]tensor.Dtype{tensor.Float32, tensor.Float64}).Draw(t, "type")
		n, m := size(t, "rows", 1, 5), size(t, "columns", 1, 5)
		total, want := Zero(dt, n, m), make([]float64, n*m)
		pool := dirtyPool()
		for run := range 3 {
			g := New()
			a, b := draw(t, n, 4), draw(t, 4, m)
			term := MatMul(Input(g, "a", FromFloat64s(dt, a.Float64s(), n, 4)), Input(g, "b", FromFloat64s(dt, b.Float64s(), 4, m)), false, false)
			outputs := []*Node{AddTo(Input(g, "total", total), term)}
			if run == 1 {
				outputs = append(outputs, term)
			}
			for i := range n {
				for j := range m {
					for l := range 4 {
						want[i*m+j] += a.Float64s()[i*4+l] * b.Float64s()[l*m+j]
					}
				}
			}
			got := finish(t, pool, outputs...)
			requireClose(t, "sum", got[0], want, 1e-4, 1e-4)
			requireSameBits(t, "total", Float64s(total), got[0])
		}
	})
}

func TestAddToPanics(t *testing.T) {
	g := New()
	x, y := Zeros(g, tensor.Float64, 2, 2), Zeros(g, tensor.Float64, 2, 3)
	mustPanic(t, "shapes", errShape, func() { AddTo(x, y) })
	mustPanic(t, "no input", errInput, func() { AddTo(Scale(x, 2), x) })
}
