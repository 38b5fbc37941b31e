package pcfg

import (
	"math"
	"math/rand/v2"

	"arbelos/train/corpus"
)

// Sample draws a sentence with its tree from the grammar, top-down and left to
// right. The tree's labels are symbols without their annotations. logProb is
// the natural logarithm of the probability of the derivation drawn, the
// product of its rules: another derivation may differ in annotations alone and
// give the same tree.
func (g *Grammar) Sample(rng *rand.Rand) (tree *corpus.Tree, logProb float64) {
	return g.expand(rng, 0)
}

func (g *Grammar) expand(rng *rand.Rand, i int) (tree *corpus.Tree, logProb float64) {
	s := g.symbols[i]
	tree = &corpus.Tree{Label: label(s.name)}
	if len(s.words) > 0 {
		e := s.words[draw(rng, s.words, func(e entry) float64 { return e.prob })]
		tree.Word = e.word
		return tree, math.Log(e.prob)
	}
	r := s.rules[draw(rng, s.rules, func(r rule) float64 { return r.prob })]
	logProb = math.Log(r.prob)
	for _, symbol := range r.right {
		child, logChild := g.expand(rng, symbol)
		tree.Children = append(tree.Children, child)
		logProb += logChild
	}
	return tree, logProb
}

// draw returns the place of a choice. Rounding may leave the sum of the
// probabilities a little under 1: what is left belongs to the last.
func draw[T any](rng *rand.Rand, choices []T, prob func(T) float64) int {
	u := rng.Float64()
	for i, c := range choices {
		if u -= prob(c); u < 0 {
			return i
		}
	}
	return len(choices) - 1
}
