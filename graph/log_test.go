package graph

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opCheck{
			build: func(in []*Node) *Node { return Log(in[0]) },
			want:  each(math.Log),
		}.on(t, drawPositive(t, anyShape(t)...))
	})
}
