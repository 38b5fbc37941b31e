package variational

import (
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
	"gorgonia.org/tensor"

	"arbelos/graph"
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

// Ones returns n ones, the gamma that variational Bayes starts documents from.
func Ones(n int) []float64 { return slices.Repeat([]float64{1}, n) }
