package graph

import (
	"math"
	"runtime"
)

// mixture is what the documents of a DirichletMixture are, and how they are
// worked on.
type mixture struct {
	*CSR
	k     int
	until Convergence

	longest int // the most words of a document
	workers int // that documents are shared out to

	byWord *byWord // of the last run
}

func newMixture(docs *CSR, k int, until Convergence) *mixture {
	if len(docs.Index) >= math.MaxInt32 || docs.Rows > math.MaxInt32 {
		panic(errShape)
	}
	m := &mixture{CSR: docs, k: k, until: until}
	for d := range m.Rows {
		m.longest = max(m.longest, m.Start[d+1]-m.Start[d])
	}
	m.workers = max(1, min(runtime.GOMAXPROCS(0), m.Rows))
	return m
}

// byWord is the order by word of the documents' words, each of which has a place,
// numbered as in Index.
type byWord struct {
	// The places of word w are at at[w] to at[w+1]-1, in the order of their documents;
	// documents are theirs, and order says where each place went.
	at, documents, order []int32
	sorted               chan struct{} // closed when all are there
}

// sort begins to order a mixture's places.
func (b *byWord) sort(m *mixture) {
	sorted := make(chan struct{})
	b.sorted = sorted
	go func() {
		defer close(sorted)
		n := len(m.Index)
		b.at, b.documents, b.order = resize(b.at, m.Cols+2), resize(b.documents, n), resize(b.order, n)
		clear(b.at)
		// at[w+2] counts the places of w, then at[w+1] is where the next one goes.
		for _, w := range m.Index {
			b.at[w+2]++
		}
		for w := range m.Cols {
			b.at[w+2] += b.at[w+1]
		}
		for d := range m.Rows {
			for i := m.Start[d]; i < m.Start[d+1]; i++ {
				next := &b.at[m.Index[i]+1]
				b.documents[*next], b.order[i] = int32(d), *next
				*next++
			}
		}
	}()
}

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
	ratios          []T // of every word in a document, in the order by word, its count over its likelihood under weights and rows
}

func mixtureSize(m *mixture) int { return m.Rows*(2*m.k+2) + len(m.Index) }

func mixturePartsOf[T Float](m *mixture, all []T) (p mixtureParts[T]) {
	cut := func(n int) (part []T) {
		part, all = all[:n], all[n:]
		return part
	}
	p.gamma, p.bounds, p.updates = cut(m.Rows*m.k), cut(m.Rows), cut(m.Rows)
	p.ratios, p.weights = cut(len(m.Index)), cut(m.Rows*m.k)
	return p
}
