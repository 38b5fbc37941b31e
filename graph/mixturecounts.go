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
		shares((m.Cols+few-1)/few, m.workers, func(int) *wordSum[T] { return newWordSum[T](m.k) }, func(sum *wordSum[T], part int) {
			for w := part * few; w < min((part+1)*few, m.Cols); w++ {
				if m.byWord.at[w] < m.byWord.at[w+1] {
					sum.add(m, dst[w*m.k:(w+1)*m.k], w, p, t, weights, g)
				}
			}
		})
	}
}

// wordSum are buffers for the counts of a word and for its likelihoods.
type wordSum[T Float] struct{ weights, row []T }

func newWordSum[T Float](k int) *wordSum[T] { return &wordSum[T]{make([]T, k), make([]T, k)} }

// add adds the counts of a word to own. Weights are summed before they meet the word's
// likelihoods and own, to pass through the memory of these once.
func (s *wordSum[T]) add(m *mixture, own []T, w int, p mixtureParts[T], t *table[T], weights *sparseWeights[T], g []T) {
	from, to := m.byWord.at[w], m.byWord.at[w+1]
	ratios, underflown := p.ratios[from:to], false
	clear(s.weights)
	for i, d := range m.byWord.documents[from:to] {
		weights.addTo(s.weights, int(d), g[d]*ratios[i])
		underflown = underflown || ratios[i] == 0
	}
	row := t.row(w)
	if t.low[w] != 0 {
		row = s.row
		t.copyRow(row, w)
	}
	sums := s.weights[:len(own)]
	for k, v := range row[:len(own)] {
		own[k] += sums[k] * v
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
