package graph

import "slices"

// mixture is what the documents of a DirichletMixture are, and how they are
// worked on.
type mixture struct {
	*CSR
	k     int
	until Convergence

	// Every place in the documents by word: those of word w are
	// places[at[w]:at[w+1]], in the order of the documents docOf.
	at, places, docOf []int
}

// newMixture sorts the places by word.
func newMixture(docs *CSR, k int, until Convergence) *mixture {
	m := &mixture{CSR: docs, k: k, until: until, at: make([]int, docs.Cols+1), places: make([]int, len(docs.Index)), docOf: make([]int, len(docs.Index))}
	for d := range docs.Rows {
		for i := docs.Start[d]; i < docs.Start[d+1]; i++ {
			m.docOf[i] = d
			m.at[docs.Index[i]+1]++
		}
	}
	for w := range docs.Cols {
		m.at[w+1] += m.at[w]
	}
	next := slices.Clone(m.at)
	for i, w := range docs.Index {
		m.places[next[w]] = i
		next[w]++
	}
	return m
}

func (m *mixture) placesOf(word int) []int { return m.places[m.at[word]:m.at[word+1]] }

func (m *mixture) count(place int) float64 {
	if m.Value == nil {
		return 1
	}
	return m.Value[place]
}

// mixtureParts is what mixtureAhead gives, cut into its parts.
type mixtureParts[T Float] struct {
	gamma, weights  []T // [Rows, k]; weights is exp(digamma(gamma)), the greatest element scaled to 1
	bounds, updates []T // [Rows]
	ratios          []T // of every word in a document, its count over its likelihood under weights and rows
	table           *likelihoods[T]
}

func mixtureSize[T Float](m *mixture) int {
	return m.Rows*(2*m.k+2) + len(m.Index) + likelihoodsSize[T](m.Cols, m.k)
}

func mixturePartsOf[T Float](m *mixture, all, logBeta []T) (p mixtureParts[T]) {
	cut := func(n int) (part []T) {
		part, all = all[:n], all[n:]
		return part
	}
	p.gamma, p.bounds, p.updates = cut(m.Rows*m.k), cut(m.Rows), cut(m.Rows)
	p.ratios, p.weights = cut(len(m.Index)), cut(m.Rows*m.k)
	p.table = likelihoodsIn(all[:likelihoodsSize[T](m.Cols, m.k)], m.Cols, m.k, logBeta)
	return p
}
