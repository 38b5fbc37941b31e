package gibbs

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// sparse draws tokens by the three buckets of Yao, Mimno and McCallum (KDD 2009).
// With i_k = share_kb / (n_kb + sum of beta), the conditional of a token of word w in
// document d, which is (alpha_k + n_dk) (beta_w + n_kw) i_k, is the sum of
//
//	beta_w alpha_k i_k           smoothing: all topics, and one mass for all words
//	beta_w n_dk i_k              document: the topics of the document
//	(alpha_k + n_dk) i_k n_kw    word: the topics of the word
//
// so that a draw visits few topics, most often a few of the word's. The masses of
// the first two are computed anew for each document and kept up to date within
// it. Every walk along a bucket ends at its last topic, whatever mass rounding has
// left over.
type sparse struct {
	_ [64]byte // what one thread writes stands on no cache line of another's

	*Sampler
	lists *wordLists

	frame   *frame
	inverse []float64 // i_k
	coef    []float64 // (alpha_k + n_dk) i_k

	nd     []float64 // n_dk of the document at hand
	topics []int32   // those with n_dk > 0, and perhaps that of the token at hand
	place  []int32   // where a topic stands in topics

	smoothing, inDocument float64 // the masses of two buckets, for beta_w = 1

	_ [64]byte
}

func newSparse(s *Sampler, lists *wordLists) *sparse {
	k := s.options.Topics
	return &sparse{
		Sampler: s, lists: lists,
		inverse: make([]float64, k), coef: make([]float64, k), nd: make([]float64, k), place: make([]int32, k),
	}
}

func (c *sparse) enter(f *frame) {
	c.frame = f
	for k := range c.inverse {
		c.inverse[k] = f.inverse(int32(k))
		c.coef[k] = c.alpha[k] * c.inverse[k]
	}
}

func (c *sparse) document(doc, from, to int, rng *rand.PCG) {
	c.open(doc)
	words, z := c.tokens.words[from:to], c.z[from:to]
	for i, w := range words {
		old := z[i]
		var before undo
		if old >= 0 {
			before = c.takeOut(old)
		}
		drawn := c.draw(w, old, uniform(rng))
		if drawn == old {
			c.putBack(old, before)
			continue
		}
		if old >= 0 {
			if c.nd[old] == 0 {
				c.leave(old)
			}
			c.lists.decrement(w, old)
		}
		c.putIn(drawn)
		c.lists.increment(w, drawn)
		z[i] = drawn
	}
	c.close()
}

// open counts the topics of a document.
func (c *sparse) open(doc int) {
	from, to := c.tokens.span(doc)
	for _, k := range c.z[from:to] {
		if k < 0 {
			continue
		}
		if c.nd[k] == 0 {
			c.join(k)
		}
		c.nd[k]++
	}
	c.smoothing = floats.Dot(c.alpha, c.inverse)
	c.inDocument = 0
	for _, k := range c.topics {
		c.inDocument += c.nd[k] * c.inverse[k]
		c.coef[k] = (c.alpha[k] + c.nd[k]) * c.inverse[k]
	}
}

// close forgets the document.
func (c *sparse) close() {
	for _, k := range c.topics {
		c.nd[k] = 0
		c.coef[k] = c.alpha[k] * c.inverse[k]
	}
	c.topics = c.topics[:0]
}

func (c *sparse) join(k int32) {
	c.place[k] = int32(len(c.topics))
	c.topics = append(c.topics, k)
}

func (c *sparse) leave(k int32) {
	last := c.topics[len(c.topics)-1]
	c.topics[c.place[k]] = last
	c.place[last] = c.place[k]
	c.topics = c.topics[:len(c.topics)-1]
}

// undo is what takeOut changes and no arithmetic would bring back to the last bit.
type undo struct{ smoothing, inDocument, inverse, coef float64 }

// takeOut takes a token of topic k out of all counts but the word's, which
// draw does.
func (c *sparse) takeOut(k int32) undo {
	before := undo{c.smoothing, c.inDocument, c.inverse[k], c.coef[k]}
	c.change(k, -1)
	return before
}

// putBack undoes takeOut.
func (c *sparse) putBack(k int32, before undo) {
	c.frame.nk[k]++
	c.nd[k]++
	c.smoothing, c.inDocument, c.inverse[k], c.coef[k] = before.smoothing, before.inDocument, before.inverse, before.coef
}

// putIn counts a token of topic k, save for the word.
func (c *sparse) putIn(k int32) {
	if c.nd[k] == 0 {
		c.join(k)
	}
	c.change(k, 1)
}

func (c *sparse) change(k int32, by float64) {
	alpha, n, was := c.alpha[k], c.nd[k], c.inverse[k]
	c.frame.nk[k] += by
	is := c.frame.inverse(k)
	c.smoothing += alpha * (is - was)
	c.inDocument += (n+by)*is - n*was
	c.nd[k], c.inverse[k], c.coef[k] = n+by, is, (alpha+n+by)*is
}

// draw returns the topic at u, in [0, 1), of a token of word w. The list of the word
// still counts it, with topic old, if it has one.
func (c *sparse) draw(w, old int32, u float64) int32 {
	list := c.lists.list(w)
	word := c.wordMass(list, old)
	beta := c.betaOf(w)
	u *= word + beta*(c.smoothing+c.inDocument)
	if u < word {
		if k := c.drawWord(list, old, u); k >= 0 {
			return k
		}
	}
	u = (u - word) / beta
	if u < c.inDocument {
		if k := c.drawDocument(u); k >= 0 {
			return k
		}
	}
	return c.drawSmoothing(u - c.inDocument)
}

func (c *sparse) wordMass(list []uint64, old int32) float64 {
	coef := c.coef
	var m0, m1, m2, m3 float64 // four sums, none of which waits for another
	for len(list) >= 4 {
		e0, e1, e2, e3 := list[0], list[1], list[2], list[3]
		m0 += coef[topicOf(e0)] * float64(countOf(e0))
		m1 += coef[topicOf(e1)] * float64(countOf(e1))
		m2 += coef[topicOf(e2)] * float64(countOf(e2))
		m3 += coef[topicOf(e3)] * float64(countOf(e3))
		list = list[4:]
	}
	for _, e := range list {
		m0 += coef[topicOf(e)] * float64(countOf(e))
	}
	mass := (m0 + m1) + (m2 + m3)
	if old >= 0 {
		mass -= coef[old] // of the token at hand
	}
	return max(mass, 0)
}

func (c *sparse) drawWord(list []uint64, old int32, u float64) int32 {
	last := int32(-1)
	for _, e := range list {
		k, n := topicOf(e), countOf(e)
		if k == old {
			n--
		}
		if n == 0 {
			continue
		}
		last = k
		if u -= c.coef[k] * float64(n); u < 0 {
			break
		}
	}
	return last
}

func (c *sparse) drawDocument(u float64) int32 {
	last := int32(-1)
	for _, k := range c.topics {
		if c.nd[k] == 0 {
			continue
		}
		last = k
		if u -= c.nd[k] * c.inverse[k]; u < 0 {
			break
		}
	}
	return last
}

// drawSmoothing finds a topic always: a frame gives at least one a share.
func (c *sparse) drawSmoothing(u float64) int32 {
	last := int32(0)
	for k, i := range c.inverse {
		if i == 0 {
			continue
		}
		last = int32(k)
		if u -= c.alpha[k] * i; u < 0 {
			break
		}
	}
	return last
}
