package graph

import (
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// drawPositive draws elements from 0.3 to 4.3: far enough from the pole for
// central differences.
func drawPositive(t *rapid.T, shape ...int) *tensor.Dense {
	x := draw(t, shape...)
	for i, v := range x.Float64s() {
		x.Float64s()[i] = v + 2.3
	}
	return x
}

// gonum's has an error of up to 1e-10.
func TestDigamma(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opCheck{
			build: func(in []*Node) *Node { return Digamma(in[0]) },
			want:  each(mathext.Digamma),
		}.on(t, drawPositive(t, anyShape(t)...))
	})
}
