package pcfg

import "math"

// LogProb returns the natural logarithm of the probability that the grammar
// gives a sentence, summed over all its trees: -Inf if it has none, as where a
// word is not the grammar's. The punctuation of a sentence is among its words;
// that the sentence ends after the last of them is part of the event.
//
// It is the inside algorithm (Baker, Trainable grammars for speech
// recognition, 1979; Lari and Young, 1990), cubic in the sentence's length:
//
//	inside[i,j,A] = sum over chains A => B of C[A,B] *
//	    (P(B -> w_i) if i = j, else sum over k, B -> D E of P(B -> D E) inside[i,k,D] inside[k+1,j,E])
func (g *Grammar) LogProb(sentence []string) float64 {
	f, n := g.form, len(sentence)
	if n == 0 {
		return math.Inf(-1)
	}
	chart := make([][]cell, n) // chart[i][w-1]: the w words from i on
	for i := range chart {
		chart[i] = make([]cell, n-i)
	}
	for width := 1; width <= n; width++ {
		for i := 0; i+width <= n; i++ {
			open := newCell(f.states)
			if width == 1 {
				open.addWord(f, sentence[i])
			}
			for left := 1; left < width; left++ {
				open.addPairs(f, &chart[i][left-1], &chart[i+left][width-left-1])
			}
			chart[i][width-1] = open.closed(f)
		}
	}
	return chart[0][n-1].score[0]
}
