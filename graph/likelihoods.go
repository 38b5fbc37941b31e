package graph

import (
	"math"

	"arbelos/graph/dirichlet"
	kern "arbelos/graph/kernel"
)

// likelihoods is exp(logBeta) with each row scaled so that its greatest element
// is 1, and laid out for dirichlet.Mix.
type likelihoods[T Float] struct {
	log   []T // logBeta
	rows  []T // [words, width]
	top   []T // the greatest logBeta of each word
	k     int
	width int
}

// likelihoodsSize is the length of rows and top together.
func likelihoodsSize[T Float](words, k int) int { return words * (1 + dirichlet.Width[T](k)) }

// likelihoodsIn lays rows and top out in a buffer.
func likelihoodsIn[T Float](buf []T, words, k int, logBeta []T) *likelihoods[T] {
	return &likelihoods[T]{log: logBeta, top: buf[:words], rows: buf[words:], k: k, width: dirichlet.Width[T](k)}
}

// fill computes rows and top.
func (t *likelihoods[T]) fill() {
	parallel(len(t.top), grainFor(4*t.k), func(from, to int) {
		for w := from; w < to; w++ {
			log, row := t.log[w*t.k:(w+1)*t.k], t.row(w)
			clear(row[t.k:])
			if t.top[w] = dirichlet.Greatest(log); t.impossible(w) {
				clear(row)
				continue
			}
			kern.ExpSub(row[:t.k], log, t.top[w])
		}
	})
}

// row returns the scaled likelihoods of a word, with the zeros behind them.
func (t *likelihoods[T]) row(w int) []T { return t.rows[w*t.width : (w+1)*t.width] }

// impossible says whether no component can give the word.
func (t *likelihoods[T]) impossible(w int) bool { return math.IsInf(float64(t.top[w]), -1) }

// mixtureWeights sets dst to exp(psi) with the greatest element scaled to 1.
func mixtureWeights[T Float](dst []T, psi []float64) (shift float64) {
	shift = dirichlet.Greatest(psi)
	if double, ok := any(dst).([]float64); ok {
		kern.ExpSub(double, psi, shift)
		return shift
	}
	for k, p := range psi {
		dst[k] = T(math.Exp(p - shift))
	}
	return shift
}

// mixtureShares sets dst to the softmax of psi + logBeta, for numbers whose exp
// may be out of range, and returns the logarithm of the sum of their exp.
func mixtureShares[T Float](dst, psi []float64, logBeta []T) float64 {
	for k, p := range psi {
		dst[k] = p + float64(logBeta[k])
	}
	norm := logSumExp(dst)
	kern.ExpSub(dst, dst, norm)
	return norm
}
