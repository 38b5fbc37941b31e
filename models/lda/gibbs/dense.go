package gibbs

import "math/rand/v2"

// dense draws tokens by weighing every topic.
type dense struct {
	*Sampler
	table *wordTable

	frame   *frame
	inverse []float64 // share_kb / (n_kb + sum of beta)
	nd      []float64 // n_dk of the document at hand
	below   []float64 // the weights of topics 0 to k together
}

func newDense(s *Sampler, table *wordTable) *dense {
	k := s.options.Topics
	return &dense{Sampler: s, table: table, inverse: make([]float64, k), nd: make([]float64, k), below: make([]float64, k)}
}

func (c *dense) enter(f *frame) {
	c.frame = f
	for k := range c.inverse {
		c.inverse[k] = f.inverse(int32(k))
	}
}

func (c *dense) document(doc, from, to int, rng *rand.PCG) {
	first, last := c.tokens.span(doc)
	clear(c.nd)
	for _, k := range c.z[first:last] {
		if k >= 0 {
			c.nd[k]++
		}
	}
	for i := from; i < to; i++ {
		w := c.tokens.words[i]
		if old := c.z[i]; old >= 0 {
			c.count(w, old, -1)
		}
		total := c.weigh(w)
		u := uniform(rng) * total
		drawn := int32(0)
		for int(drawn) < len(c.below)-1 && c.below[drawn] <= u {
			drawn++
		}
		c.count(w, drawn, 1)
		c.z[i] = drawn
	}
}

// weigh sums the conditional of a token of word w that is not counted.
func (c *dense) weigh(w int32) (total float64) {
	beta := c.betaOf(w)
	for k, n := range c.table.row(w) {
		total += (c.alpha[k] + c.nd[k]) * (beta + float64(n)) * c.inverse[k]
		c.below[k] = total
	}
	return total
}

func (c *dense) count(w, k int32, change int32) {
	c.nd[k] += float64(change)
	c.frame.nk[k] += float64(change)
	c.table.row(w)[k] += change
	c.inverse[k] = c.frame.inverse(k)
}
