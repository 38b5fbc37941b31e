package vem

import "arbelos/graph"

// Start is what the topics are when a fit begins.
type Start string

const (
	// Seeds makes every topic of a document, no two of which are much alike. On
	// most corpora it leads to a higher bound in fewer iterations.
	Seeds Start = "seeds"
	// Random makes topics in proportion to 1/V plus draws between 0 and 1, as the
	// first author's program does.
	Random Start = "random"
)

// randomTopics is Random, unnormalised [V, K]. A word's draws depend on the seed and the
// word alone.
func randomTopics(seed uint64, v, k int) []float64 {
	x := make([]float64, v*k)
	graph.ParallelRows(v, k, func(from, to int) {
		for w := from; w < to; w++ {
			r := graph.Rand(seed, "lda phi", uint64(w))
			for j := range k {
				x[w*k+j] = 1/float64(v) + r.Float64()
			}
		}
	})
	return x
}
