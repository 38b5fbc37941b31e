package gibbs

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"arbelos/models/lda"
)

// Evidence is what left-to-right sampling says of ln p(w | phi, alpha), the log
// evidence of a document, in nats. Both figures are -Inf for a document with a word
// that no topic has.
type Evidence struct {
	// LogProb is the logarithm of the mean over particles of the product over
	// positions of the probability of the word there given the topics to its left.
	// That mean is an unbiased estimate of the evidence with any number of
	// particles: each product is an importance weight whose steps leave the
	// posterior of the tokens so far as it is.
	LogProb float64
	// ByPosition is the figure of Wallach, Murray, Salakhutdinov and Mimno (ICML
	// 2009, algorithm 3): the sum over positions of the logarithm of the mean over
	// particles of that probability. It varies less, but with more than one
	// particle is a little off however many there are, since the topics to the left are
	// drawn as if the posterior of the tokens so far had been reached.
	ByPosition float64
	Tokens     int
}

// LeftToRight estimates the log evidence of each document, with so many particles, on
// up to so many threads. The work grows with the square of a document's length. An
// estimate depends on the model, the number of particles, the seed and the document
// alone. Documents that lda.CheckBags or lda.CheckWhole refuse are a *lda.BagError,
// no particles an [*OptionError].
func LeftToRight(m *lda.Model, docs []lda.Bag, particles int, seed uint64, threads int) ([]Evidence, error) {
	if particles < 1 {
		return nil, &OptionError{"particles", fmt.Sprint(particles), "a number from 1 up"}
	}
	evidence := make([]Evidence, len(docs))
	err := newKnown(m).each(docs, threads, func(c *folding, d int) { evidence[d] = leftToRight(c, docs[d], particles, seed) })
	if err != nil {
		return nil, err
	}
	return evidence, nil
}

func leftToRight(c *folding, doc lda.Bag, particles int, seed uint64) Evidence {
	if n := c.open(doc, seed, "lda left to right"); n > 0 {
		return Evidence{LogProb: math.Inf(-1), ByPosition: math.Inf(-1), Tokens: n + len(c.tokens)}
	}
	products := make([]float64, particles) // logarithms
	means := make([]float64, len(c.tokens))
	for r := range particles {
		c.restart()
		for n := range c.tokens {
			c.resample()
			p := c.extend()
			products[r] += math.Log(p)
			means[n] += p / float64(particles)
		}
	}
	e := Evidence{LogProb: floats.LogSumExp(products) - math.Log(float64(particles)), Tokens: len(c.tokens)}
	for _, p := range means {
		e.ByPosition += math.Log(p)
	}
	return e
}
