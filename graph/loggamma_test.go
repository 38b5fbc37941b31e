package graph

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestLogGamma(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opCheck{
			build: func(in []*Node) *Node { return LogGamma(in[0]) },
			want:  each(func(x float64) float64 { return math.Log(math.Gamma(x)) }),
		}.on(t, drawPositive(t, anyShape(t)...))
	})
}
