package pcfg

import "math"

// LengthProbs returns the probability, under the grammar, that a sentence has
// n words, for n from 0 to max. It is the inside recursion with every word
// summed out, so that a span is known by its width alone.
func (g *Grammar) LengthProbs(max int) []float64 {
	f := g.form
	probs := make([]float64, max+1)
	chart := make([]cell, max+1) // by width
	for width := 1; width <= max; width++ {
		open := newCell(f.states)
		if width == 1 {
			for _, tag := range f.tags {
				open.add(tag, 0)
			}
		}
		for left := 1; left < width; left++ {
			open.addPairs(f, &chart[left], &chart[width-left])
		}
		chart[width] = open.closed(f)
		probs[width] = math.Exp(chart[width].score[0])
	}
	return probs
}
