package variational

import (
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/models/lda"
)

// startShape is the shape of the Gamma distribution with mean 1 that lambda starts
// from: topics that differ by a tenth (Hoffman, Blei and Bach, NIPS 2010).
const startShape = 100

// RandomLambda returns a word-major table [V, K] of independent draws from a Gamma
// distribution with mean 1 and variance 1/100. A word's row depends on the seed and
// the word alone.
func RandomLambda(seed uint64, dt tensor.Dtype, v, k int) *tensor.Dense {
	table := graph.Zero(dt, v, k)
	SetRows(table, func(w int, row []float64) {
		d := distuv.Gamma{Alpha: startShape, Beta: startShape, Src: graph.Rand(seed, "lda lambda", uint64(w))}
		for j := range row {
			row[j] = d.Rand()
		}
	})
	return table
}

// Start returns the gamma [D, K] that the documents of a block start from: ones for
// Dirichlet topics (Hoffman, Blei and Bach), and alpha plus the words in equal shares
// for point topics (Blei, Ng and Jordan). It is valid until the next call.
func (e *EStep) Start(kind lda.Kind, b Block, alpha []float64) []float64 {
	k := len(alpha)
	start := slices.Grow(e.start[:0], b.Docs.Rows*k)
	for d := range b.Docs.Rows {
		words := total(b.Docs.Value[b.Docs.Start[d]:b.Docs.Start[d+1]])
		for _, a := range alpha {
			if kind == lda.Dirichlet {
				start = append(start, 1)
			} else {
				start = append(start, a+words/float64(k))
			}
		}
	}
	e.start = start
	return start
}
