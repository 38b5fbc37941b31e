package graph

import (
	"slices"

	"arbelos/graph/dirichlet"
)

// addMixtureCounts adds the expected number of times that each component gave a word,
// times the weight of each document. A word's documents are summed in their order.
func addMixtureCounts[T Float](m *mixture) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		p, t, g := mixturePartsOf(m, in[0]), tableOf(in[1], in[2], m.k), in[3]
		weights := newSparseWeights(m, p.weights)
		// Words differ much in their documents: goroutines take a few at a time.
		const few = 64
		shares((m.Cols+few-1)/few, m.workers, func(int) []T { return make([]T, m.k) }, func(sum []T, part int) {
			for w := part * few; w < min((part+1)*few, m.Cols); w++ {
				if m.byWord.at[w] < m.byWord.at[w+1] {
					addWord(m, dst[w*m.k:(w+1)*m.k], sum, w, p, t, weights, g)
				}
			}
		})
	}
}

// addWord adds the counts of a word to own, by way of sum.
func addWord[T Float](m *mixture, own, sum []T, w int, p mixtureParts[T], t *table[T], weights *sparseWeights[T], g []T) {
	from, to := m.byWord.at[w], m.byWord.at[w+1]
	ratios, documents, row := p.ratios[from:to], m.byWord.documents[from:to], t.row(w)
	underflown := slices.Contains(ratios, 0)
	switch {
	case t.low[w] != 0: // rather than to look at the sign of every likelihood
		t.copyRow(sum, w)
		row = sum
	case weights.dense != nil && len(documents) > 1: // the likelihoods only once
		clear(sum)
		for i, d := range documents {
			for k, v := range weights.dense[int(d)*m.k:][:len(sum)] {
				sum[k] += g[d] * ratios[i] * v
			}
		}
		for k, v := range row {
			own[k] += sum[k] * v
		}
		documents = nil
	}
	for i, d := range documents {
		weights.addTo(own, row, int(d), g[d]*ratios[i])
	}
	if underflown && !t.impossible(w) {
		addUnderflown(m, own, w, p, t, g)
	}
}

// addUnderflown adds the counts of a word from documents whose likelihoods
// underflowed.
func addUnderflown[T Float](m *mixture, own []T, w int, p mixtureParts[T], t *table[T], g []T) {
	shares := make([]float64, m.k)
	for i := m.byWord.at[w]; i < m.byWord.at[w+1]; i++ {
		if p.ratios[i] != 0 {
			continue
		}
		d := int(m.byWord.documents[i])
		psi := float64sFrom(p.gamma[d*m.k : (d+1)*m.k])
		dirichlet.Digamma(psi, psi)
		t.logs(shares, w)
		mixtureShares(shares, psi)
		place := m.Start[d] + slices.Index(m.Index[m.Start[d]:m.Start[d+1]], w)
		c := float64(g[d]) * m.count(place)
		for k, s := range shares {
			own[k] += T(c * s)
		}
	}
}

// sparseWeights are the weights of documents by their components, without those of
// zero, where most are.
type sparseWeights[T Float] struct {
	k          int
	dense      []T // [docs, k]; nil where most are zero
	start      []int
	components []int32
	values     []T
}

func newSparseWeights[T Float](m *mixture, weights []T) *sparseWeights[T] {
	n := 0
	for _, w := range weights {
		if w != 0 {
			n++
		}
	}
	s := &sparseWeights[T]{k: m.k}
	if 4*n > len(weights) {
		s.dense = weights
		return s
	}
	s.start, s.components, s.values = make([]int, 1, m.Rows+1), make([]int32, 0, n), make([]T, 0, n)
	for d := range m.Rows {
		for j, w := range weights[d*m.k : (d+1)*m.k] {
			if w != 0 {
				s.components, s.values = append(s.components, int32(j)), append(s.values, w)
			}
		}
		s.start = append(s.start, len(s.values))
	}
	return s
}

// addTo adds c times the weights of a document times the elements of row to dst.
func (s *sparseWeights[T]) addTo(dst, row []T, doc int, c T) {
	if s.dense != nil {
		for j, v := range s.dense[doc*s.k:][:len(dst)] {
			dst[j] += c * v * row[j]
		}
		return
	}
	from, to := s.start[doc], s.start[doc+1]
	values := s.values[from:to]
	for i, j := range s.components[from:to] {
		dst[j] += c * values[i] * row[j]
	}
}
