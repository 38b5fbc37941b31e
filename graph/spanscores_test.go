package graph

import (
	"slices"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// unrolledSpanScores is the definition, layer by layer over all spans.
func unrolledSpanScores(c *Chart, u *Node, p SpanMLP) *Node {
	var from, to []int
	first := make([]int, len(c.Lengths)+1)
	for b, n := range c.Lengths {
		first[b+1] = first[b] + n + 1
	}
	for w := 1; w <= c.MaxWidth(); w++ {
		for b, n := range c.Lengths {
			for i := range max(n-w+1, 0) {
				from, to = append(from, first[b]+i), append(to, first[b]+i+w)
			}
		}
	}
	x := AddRow(Sub(Gather(u, to), Gather(u, from)), p.Bias)
	x = LayerNorm(ReLU(x), p.Gain, p.Shift)
	if p.Mask != nil {
		x = Dropout(x, p.Mask)
	}
	return Reshape(AddRow(MatMul(x, p.Out, false, true), p.OutBias), len(from))
}

func TestSpanScores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "lengths")
		slices.SortFunc(lengths, func(a, b int) int { return b - a })
		c, m := NewChart(lengths), size(t, "m", 2, 4)
		posts := len(lengths)
		for _, n := range lengths {
			posts += n
		}
		in := []*tensor.Dense{draw(t, posts, m), draw(t, m), draw(t, m), draw(t, m), draw(t, 1, m), draw(t, 1)}
		if rapid.Bool().Draw(t, "dropout") {
			in = append(in, DropoutMask(generator(t), tensor.Float64, 0.5, c.Upto(c.MaxWidth()), m))
		}
		mlp := func(in []*Node) SpanMLP {
			p := SpanMLP{Bias: in[1], Gain: in[2], Shift: in[3], Out: in[4], OutBias: in[5]}
			if len(in) == 7 {
				p.Mask = in[6]
			}
			return p
		}
		fused := opCheck{build: func(in []*Node) *Node { return SpanScores(c, in[0], mlp(in)) }}
		unrolled := opCheck{build: func(in []*Node) *Node { return unrolledSpanScores(c, in[0], mlp(in)) }}
		requireSameResults(t, fused, unrolled, in)
	})
}
