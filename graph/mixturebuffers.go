package graph

import "arbelos/graph/dirichlet"

// MixtureBuffers are what documents are laid out in to be fitted, for each worker, and
// their order by word. Those who fit many blocks of documents keep them.
type MixtureBuffers struct {
	byWord byWord
	single []mixtureBuffers[float32]
	double []mixtureBuffers[float64]
}

// mixtureBuffers hold the words of a document, filled up to what dirichlet.Mix wants.
type mixtureBuffers[T Float] struct {
	rows, counts, norms, ratios []T
	logNorms, weights, sums     []T
}

// buffersOf returns the buffers of a mixture's workers, with room for its longest
// document. They must not serve two mixtures at once.
func buffersOf[T Float](b *MixtureBuffers, m *mixture) []mixtureBuffers[T] {
	all := any(&b.double)
	if _, single := any(T(0)).(float32); single {
		all = &b.single
	}
	of := all.(*[]mixtureBuffers[T])
	for len(*of) < m.workers {
		*of = append(*of, mixtureBuffers[T]{})
	}
	n, width := padded(m.longest), dirichlet.Width[T](m.k)
	for i := range m.workers {
		own := &(*of)[i]
		own.rows = resize(own.rows, n*width)
		own.counts, own.norms, own.ratios, own.logNorms = resize(own.counts, n), resize(own.norms, n), resize(own.ratios, n), resize(own.logNorms, n)
		own.weights, own.sums = resize(own.weights, width), resize(own.sums, width)
	}
	return *of
}

// padded returns n rounded up to what dirichlet.Mix wants.
func padded(n int) int { return (n + dirichlet.Side - 1) / dirichlet.Side * dirichlet.Side }

func resize[T any](buf []T, n int) []T {
	if cap(buf) < n {
		return make([]T, n)
	}
	return buf[:n]
}

// open makes room for n words.
func (c *mixtureBuffers[T]) open(n int) {
	n = padded(n)
	c.counts, c.norms, c.ratios, c.logNorms = c.counts[:n], c.norms[:n], c.ratios[:n], c.logNorms[:n]
}
