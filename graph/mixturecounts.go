package graph

import (
	"slices"

	"arbelos/graph/dirichlet"
)

// mixtureCounts computes, for logBeta, the expected number of times that each
// component gave a word, times the gradient of each document's bound. A word's
// documents are summed in their order.
func mixtureCounts[T Float](m *mixture) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		p, g := mixturePartsOf(m, in[0], in[1]), in[2]
		weights := newSparseWeights(m, p.weights)
		<-m.sorted
		// Words differ much in their documents: goroutines take a few at a time.
		const few = 64
		shares((m.Cols+few-1)/few, func() struct{} { return struct{}{} }, func(_ struct{}, part int) {
			for w := part * few; w < min((part+1)*few, m.Cols); w++ {
				countWord(m, dst[w*m.k:(w+1)*m.k], w, p, weights, g)
			}
		})
	}
}

// countWord sets own to the counts of a word.
func countWord[T Float](m *mixture, own []T, w int, p mixtureParts[T], weights *sparseWeights[T], g []T) {
	clear(own)
	from, to := m.at[w], m.at[w+1]
	ratios, underflown := p.ratios[from:to], false
	for i, d := range m.documents[from:to] {
		weights.addTo(own, int(d), g[d]*ratios[i])
		underflown = underflown || ratios[i] == 0
	}
	for k, v := range p.table.row(w)[:m.k] {
		own[k] *= v
	}
	if underflown && !p.table.impossible(w) {
		addUnderflown(m, own, w, p, g)
	}
}

// addUnderflown adds the counts of a word from documents whose likelihoods
// underflowed.
func addUnderflown[T Float](m *mixture, own []T, w int, p mixtureParts[T], g []T) {
	for i := m.at[w]; i < m.at[w+1]; i++ {
		if p.ratios[i] != 0 {
			continue
		}
		d := int(m.documents[i])
		psi := float64sFrom(p.gamma[d*m.k : (d+1)*m.k])
		dirichlet.Digamma(psi, psi)
		mixtureShares(psi, psi, p.table.log[w*m.k:])
		place := m.Start[d] + slices.Index(m.Index[m.Start[d]:m.Start[d+1]], w)
		c := float64(g[d]) * m.count(place)
		for k, s := range psi {
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

// addTo adds c times the weights of a document to dst.
func (s *sparseWeights[T]) addTo(dst []T, doc int, c T) {
	if s.dense != nil {
		for j, v := range s.dense[doc*s.k:][:len(dst)] {
			dst[j] += c * v
		}
		return
	}
	from, to := s.start[doc], s.start[doc+1]
	values := s.values[from:to]
	for i, j := range s.components[from:to] {
		dst[j] += c * values[i]
	}
}
