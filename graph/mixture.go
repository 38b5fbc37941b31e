package graph

import "math"

// mixture is what the documents of a DirichletMixture are, and how they are
// worked on.
type mixture struct {
	*CSR
	k     int
	until Convergence

	// The order by word of the documents' words, each of which has a place, numbered
	// as in Index. Those of word w are at at[w] to at[w+1]-1, in the order of their
	// documents; documents are theirs, and order says where each place went. All are
	// there when sorted is closed.
	at               []int
	documents, order []int32
	sorted           chan struct{}
}

// newMixture has the places sorted by word meanwhile.
func newMixture(docs *CSR, k int, until Convergence) *mixture {
	if len(docs.Index) > math.MaxInt32 || docs.Rows > math.MaxInt32 {
		panic(errShape)
	}
	m := &mixture{CSR: docs, k: k, until: until, sorted: make(chan struct{})}
	go m.sort()
	return m
}

func (m *mixture) sort() {
	defer close(m.sorted)
	n := len(m.Index)
	m.at, m.documents, m.order = make([]int, m.Cols+2), make([]int32, n), make([]int32, n)
	// at[w+2] counts the places of w, then at[w+1] is where the next one goes.
	for _, w := range m.Index {
		m.at[w+2]++
	}
	for w := range m.Cols {
		m.at[w+2] += m.at[w+1]
	}
	for d := range m.Rows {
		for i := m.Start[d]; i < m.Start[d+1]; i++ {
			next := &m.at[m.Index[i]+1]
			m.documents[*next], m.order[i] = int32(d), int32(*next)
			*next++
		}
	}
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
	ratios          []T // of every word in a document, in order, its count over its likelihood under weights and rows
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
