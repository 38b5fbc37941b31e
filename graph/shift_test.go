package graph

import (
	"testing"

	"pgregory.net/rapid"
)

func TestShift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(-3, 3).Draw(t, "shift")
		opCheck{
			func(in []*Node) *Node { return Shift(Mul(in[0], in[0]), c) },
			each(func(x float64) float64 { return x*x + c }),
		}.on(t, draw(t, anyShape(t)...))
	})
}
