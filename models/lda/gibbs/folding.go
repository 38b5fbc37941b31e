package gibbs

import (
	"math/rand/v2"
	"sort"

	"arbelos/graph"
	"arbelos/models/lda"
)

// folding draws the topics of a document under a known model:
//
//	P(z_i = k | rest) ∝ (alpha_k + n_dk) phi_kw
//
// as a sum of two buckets: alpha_k phi_kw, which never changes, and n_dk phi_kw, over
// the topics of the document.
type folding struct {
	*known
	rng *rand.PCG

	tokens []foldedWord // by ascending word
	z      []int32      // topics of the first len(z) tokens
	nd     []float64    // n_dk of those
	topics []int32      // with n_dk > 0
	place  []int32      // where a topic stands in topics
}

// foldedWord is a word of the document.
type foldedWord struct {
	phi   []float64 // [K]
	below []float64 // sums of alpha_k phi_kw over topics 0 to k
}

func newFolding(k *known) *folding {
	n := len(k.alpha)
	return &folding{known: k, nd: make([]float64, n), place: make([]int32, n)}
}

// open takes up a document, no token of which has a topic yet. Tokens of words that
// no topic has are left out: they say nothing about topics. It returns how many.
// What is drawn from here on depends on the model, the seed, the purpose and the
// words of the document.
func (c *folding) open(doc lda.Bag, seed uint64, purpose string) (impossible int) {
	c.restart()
	c.tokens = c.tokens[:0]
	keys := make([]uint64, 0, 2*len(doc.IDs))
	for i, id := range doc.IDs {
		n := int(doc.Counts[i])
		keys = append(keys, uint64(id), uint64(n))
		word := foldedWord{phi: c.phi[id*len(c.alpha) : (id+1)*len(c.alpha)], below: make([]float64, len(c.alpha))}
		var total float64
		for k, p := range word.phi {
			total += c.alpha[k] * p
			word.below[k] = total
		}
		if total == 0 {
			impossible += n
			continue
		}
		for range n {
			c.tokens = append(c.tokens, word)
		}
	}
	r := graph.Rand(seed, purpose, keys...)
	c.rng = rand.NewPCG(r.Uint64(), r.Uint64())
	return impossible
}

// restart takes the topics of all tokens away.
func (c *folding) restart() {
	for _, k := range c.topics {
		c.nd[k] = 0
	}
	c.topics, c.z = c.topics[:0], c.z[:0]
}

// resample draws anew the topics of the tokens that have one.
func (c *folding) resample() {
	for i, old := range c.z {
		c.nd[old]--
		if c.nd[old] == 0 {
			last := c.topics[len(c.topics)-1]
			c.topics[c.place[old]], c.place[last] = last, c.place[old]
			c.topics = c.topics[:len(c.topics)-1]
		}
		c.z[i] = c.draw(c.tokens[i])
	}
}

// extend draws the topic of the first token that has none, and returns the
// probability of its word given the topics of the tokens before it.
func (c *folding) extend() float64 {
	before := float64(len(c.z))
	w := c.tokens[len(c.z)]
	p := (w.below[len(w.below)-1] + c.mass(w)) / (before + c.sumAlpha)
	c.z = append(c.z, c.draw(w))
	return p
}

// mass returns that of the topics of the document.
func (c *folding) mass(w foldedWord) (mass float64) {
	for _, k := range c.topics {
		mass += c.nd[k] * w.phi[k]
	}
	return mass
}

// draw draws and counts a topic for a word.
func (c *folding) draw(w foldedWord) int32 {
	ofModel, ofDoc := w.below[len(w.below)-1], c.mass(w)
	u := uniform(c.rng) * (ofModel + ofDoc)
	drawn := int32(-1)
	if u < ofDoc {
		for _, k := range c.topics {
			if w.phi[k] == 0 {
				continue
			}
			drawn = k
			if u -= c.nd[k] * w.phi[k]; u < 0 {
				break
			}
		}
	} else {
		// The first topic whose sum is above u, or, should rounding have put u on
		// the last sum, the first that reaches that.
		u = min(u-ofDoc, ofModel)
		drawn = int32(sort.Search(len(w.below)-1, func(k int) bool { return w.below[k] > u || w.below[k] == ofModel }))
	}
	if c.nd[drawn] == 0 {
		c.place[drawn] = int32(len(c.topics))
		c.topics = append(c.topics, drawn)
	}
	c.nd[drawn]++
	return drawn
}
