package pcfg

import (
	"fmt"
	"math"

	"arbelos/graph"
	"arbelos/train/corpus"
)

// Truncated is a grammar's distribution over the sentences of certain lengths:
//
//	p(x | min <= |x| <= max) = p(x) / P(min <= |x| <= max)
//
// Drawing from the grammar until a length fits draws from it.
type Truncated struct {
	grammar  *Grammar
	min, max int
	logMass  float64
}

// Truncate restricts the grammar to sentences of min to max words, both
// included. It is an error if the grammar has none.
func (g *Grammar) Truncate(min, max int) (*Truncated, error) {
	if min < 0 || max < min {
		return nil, fmt.Errorf("pcfg: found lengths from %d to %d, expected 0 <= from <= to", min, max)
	}
	var mass float64
	for _, p := range g.LengthProbs(max)[min:] {
		mass += p
	}
	if mass == 0 {
		return nil, fmt.Errorf("pcfg: found no sentence of %d to %d words in the grammar, expected some", min, max)
	}
	return &Truncated{g, min, max, math.Log(mass)}, nil
}

// LogMass returns the natural logarithm of the normaliser, the probability
// that a sentence of the grammar has one of the lengths.
func (t *Truncated) LogMass() float64 { return t.logMass }

// LogProb returns log p(x | min <= |x| <= max) of a sentence: -Inf if its
// length is another or it has no tree (see [Grammar.LogProb]).
func (t *Truncated) LogProb(sentence []string) float64 {
	if n := len(sentence); n < t.min || n > t.max {
		return math.Inf(-1)
	}
	return t.grammar.LogProb(sentence) - t.logMass
}

// Sample draws a sentence with its tree. It depends on the arguments only:
// items are independent draws, and (seed, purpose, item) always gives the same
// one. logProb is log p(derivation | min <= |x| <= max), as in
// [Grammar.Sample].
func (t *Truncated) Sample(seed uint64, purpose string, item int) (tree *corpus.Tree, logProb float64) {
	rng := graph.Rand(seed, "pcfg "+purpose, uint64(item))
	for {
		tree, logProb = t.grammar.Sample(rng)
		if n := len(tree.Words()); t.min <= n && n <= t.max {
			return tree, logProb - t.logMass
		}
	}
}
