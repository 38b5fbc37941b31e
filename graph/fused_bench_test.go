package graph

import (
	"testing"

	"gorgonia.org/tensor"
)

// BenchmarkFused measures each fused recurrence, and its gradient in its first
// input, in float32 at sizes of a small model.
func BenchmarkFused(b *testing.B) {
	const rows, h, levels = 128, 128, 10
	r, g := Rand(1, "benchmark"), New()
	in := func(name string, shape ...int) *Node {
		return Input(g, name, Uniform(r, tensor.Float32, 1, shape...))
	}
	start, prev := []int{0}, [][]int{}
	var compose [][]Ref
	for k := range levels {
		start = append(start, start[k]+rows)
		var p []int
		var refs []Ref
		for i := range rows {
			p = append(p, i)
			refs = append(refs, Ref{Source: k, Row: i}, Ref{Source: 0, Row: i})
		}
		prev, compose = append(prev, p), append(compose, refs)
	}
	targets := make([]int, rows)
	c := NewChart([]int{20, 20, 20, 20})
	leaves, x, words := in("leaves", rows, h), in("x", rows*levels, 4*h), in("words", rows, h)
	scores, posts := in("scores", c.Upto(20)), in("posts", 4*21, h)
	beta, _ := InsideEntropy(c, scores)
	for _, op := range []struct {
		name      string
		node, wrt *Node
	}{
		{"LSTMLevels", LSTMLevels(x, in("w", 4*h, h), start, prev), x},
		{"TreeLSTMLevels", TreeLSTMLevels(leaves, in("tree", 5*h, 2*h), in("bias", 5*h), compose), leaves},
		{"WordLogProbs", WordLogProbs(words, in("table", 2000, h), in("word bias", 2000), targets), words},
		{"InsideEntropy", beta, scores},
		{"SpanScores", SpanScores(c, posts, SpanMLP{
			Bias: in("b", h), Gain: in("gain", h), Shift: in("shift", h), Out: in("out", 1, h), OutBias: in("out bias", 1),
		}), posts},
	} {
		b.Run(op.name+"/value", func(b *testing.B) { benchmarkNode(b, op.node) })
		b.Run(op.name+"/gradient", func(b *testing.B) { benchmarkGrad(b, op.node, op.wrt) })
	}
}
