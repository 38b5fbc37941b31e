package graph

import (
	"testing"

	"pgregory.net/rapid"
)

// Every span's entropy, in a batch of mixed lengths, is that of the
// distribution over its trees.
func TestEntropyAgainstAllTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewChart(lengths(t, 6))
		opCheck{
			func(in []*Node) *Node { return entropyOf(c, in[0]) },
			func(in [][]float64) []float64 {
				return overSpans(c, func(b int, s span) float64 {
					return enumerate(s, func(s span) float64 { return in[0][c.At(b, s.first, s.width)] }).entropy
				})
			},
		}.on(t, draw(t, c.Upto(c.MaxWidth())))
	})
}

// One step alone, with entropies and inside scores that need not belong
// together: the gradient in each of the two arguments.
func TestEntropyStepArguments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewChart(lengths(t, 5))
		if c.MaxWidth() < 2 {
			t.Skip("no span has a split")
		}
		w := size(t, "w", 2, c.MaxWidth())
		opCheck{build: func(in []*Node) *Node { return EntropyStep(c, w, in[0], in[1]) }}.
			on(t, draw(t, c.Upto(w-1)), draw(t, c.Upto(w-1)))
	})
}

func BenchmarkEntropy(b *testing.B) {
	benchmarkChart(b, entropyOf)
}
