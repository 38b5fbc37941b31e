package graph

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestExp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opCheck{
			build: func(in []*Node) *Node { return Exp(in[0]) },
			want:  each(math.Exp),
		}.on(t, draw(t, anyShape(t)...))
	})
}
