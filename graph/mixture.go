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

// mixtureParts cuts what mixtureAhead gives.
func mixtureParts[T Float](m *mixture, all []T) (gamma, bounds, updates, ratios []T) {
	d := m.Rows
	return all[:d*m.k], all[d*m.k:][:d], all[d*m.k+d:][:d], all[d*m.k+2*d:]
}
