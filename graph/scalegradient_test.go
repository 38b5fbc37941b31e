package graph

import (
	"testing"

	"pgregory.net/rapid"
)

// The value is x itself; the gradient of a function of it has its rows scaled,
// by factors that depend on the result.
func TestScaleGradient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 1, 4), size(t, "m", 1, 3)
		x := draw(t, n, m)
		g := New()
		in := Input(g, "x", x)
		var sums *Node
		out := ScaleGradient(in, func() *Node { return sums })
		sums = RowSums(out)
		cost := weighted(Mul(out, out), weight)
		grads, err := Grad(cost, []*Node{in})
		if err != nil {
			t.Fatal(err)
		}
		mac := NewMachine(Float64, dirtyPool())
		defer mac.Close()
		if err := mac.Finish(out, grads[0]); err != nil {
			t.Fatal(err)
		}
		requireSameBits(t, "value", Float64s(mac.Value(out)), x.Float64s())
		want := make([]float64, n*m)
		for i := range n {
			var sum float64
			for _, v := range x.Float64s()[i*m : (i+1)*m] {
				sum += v
			}
			for j := i * m; j < (i+1)*m; j++ {
				want[j] = sum * weight(j) * 2 * x.Float64s()[j]
			}
		}
		requireClose(t, "gradient", Float64s(mac.Value(grads[0])), want, 1e-13, 1e-13)
	})
}

// The factors must be one for each row.
func TestScaleGradientPanics(t *testing.T) {
	in := Input(New(), "x", Zero(Float64, 2, 3))
	mustPanic(t, "a vector", errShape, func() { ScaleGradient(Rows(Reshape(in, 6), 0, 2), nil) })
	three := Input(in.Graph(), "scale", Zero(Float64, 3))
	cost := Sum(RowSums(ScaleGradient(in, func() *Node { return three })))
	mustPanic(t, "three factors for two rows", errShape, func() { _, _ = Grad(cost, []*Node{in}) })
}
