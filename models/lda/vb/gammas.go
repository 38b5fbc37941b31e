package vb

// gammas are the gamma of documents, in order. In most documents most topics have the
// prior's, which is not written down: at 100 topics, that is a tenth of the memory.
type gammas struct {
	prior  []float32
	ends   []int32 // of each document, in topics and values
	topics []int32
	values []float32
}

// reset forgets all documents, for ones under a prior.
func (g *gammas) reset(prior []float64) {
	g.prior, g.ends, g.topics, g.values = g.prior[:0], g.ends[:0], g.topics[:0], g.values[:0]
	for _, a := range prior {
		g.prior = append(g.prior, float32(a))
	}
}

// append adds the documents of a block, [D, K].
func (g *gammas) append(gamma []float64) {
	for k := len(g.prior); len(gamma) > 0; gamma = gamma[k:] {
		for j, x := range gamma[:k] {
			if v := float32(x); v != g.prior[j] {
				g.topics, g.values = append(g.topics, int32(j)), append(g.values, v)
			}
		}
		g.ends = append(g.ends, int32(len(g.topics)))
	}
}

// docs returns the number of documents.
func (g *gammas) docs() int { return len(g.ends) }

// rows returns documents from (inclusive) to (exclusive), as a float32 has them.
func (g *gammas) rows(from, to int) []float32 {
	out := make([]float32, 0, (to-from)*len(g.prior))
	at := int32(0)
	if from > 0 {
		at = g.ends[from-1]
	}
	for _, end := range g.ends[from:to] {
		row := len(out)
		out = append(out, g.prior...)
		for ; at < end; at++ {
			out[row+int(g.topics[at])] = g.values[at]
		}
	}
	return out
}
