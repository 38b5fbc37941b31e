package graph

import (
	"slices"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// unrolledInsideEntropy goes width by width. It returns both results as one
// vector, as the fused op's are when they are put together.
func unrolledInsideEntropy(c *Chart, scores *Node) *Node {
	beta := Rows(scores, 0, c.Upto(1))
	h := Zeros(scores.Graph(), scores.Dtype(), c.Upto(1))
	for w := 2; w <= c.MaxWidth(); w++ {
		h = EntropyStep(c, w, beta, h)
		beta = InsideStep(c, w, beta, Rows(scores, c.Upto(w-1), c.Upto(w)))
	}
	return ConcatRows(beta, h)
}

func TestInsideEntropy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 3).Draw(t, "lengths")
		slices.SortFunc(lengths, func(a, b int) int { return b - a })
		c := NewChart(lengths)
		in := []*tensor.Dense{draw(t, c.Upto(c.MaxWidth()))}
		fused := opCheck{build: func(in []*Node) *Node { return ConcatRows(InsideEntropy(c, in[0])) }}
		fused.on(t, in...)
		requireSameResults(t, fused, opCheck{build: func(in []*Node) *Node { return unrolledInsideEntropy(c, in[0]) }}, in)
	})
}
