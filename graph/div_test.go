package graph

import (
	"testing"

	"pgregory.net/rapid"
)

func TestDiv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := anyShape(t)
		opCheck{
			build: func(in []*Node) *Node { return Div(in[0], in[1]) },
			want:  zip(func(x, y float64) float64 { return x / y }),
		}.on(t, draw(t, shape...), drawPositive(t, shape...))
	})
}
