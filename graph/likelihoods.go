package graph

import (
	"math"

	"gorgonia.org/tensor"

	"arbelos/graph/dirichlet"
	kern "arbelos/graph/kernel"
)

// Likelihoods are how likely words are under the components of mixtures, in the form
// that mixtures are fitted from.
type Likelihoods struct {
	// Rows [words, K] are exp(logBeta), where the row of each word is scaled so that
	// its greatest element is 1. What that takes below the least number of the type
	// is its logarithm instead, which is negative.
	Rows *tensor.Dense
	// Scales [2, words] are the logarithm of what each row is scaled by, and whether
	// it holds logarithms, 1 or 0.
	Scales *tensor.Dense
}

// ToLikelihoods makes likelihoods of logBeta [words, K], in its memory.
func ToLikelihoods(logBeta *tensor.Dense) *Likelihoods {
	words, k := logBeta.Shape()[0], logBeta.Shape()[1]
	l := &Likelihoods{Rows: logBeta, Scales: Zero(logBeta.Dtype(), 2, words)}
	if logBeta.Dtype() == Float32 {
		tableOf(l.Rows.Float32s(), l.Scales.Float32s(), k).fill()
	} else {
		tableOf(l.Rows.Float64s(), l.Scales.Float64s(), k).fill()
	}
	return l
}

// Logs returns logBeta [words, K], in memory of its own.
func (l *Likelihoods) Logs() *tensor.Dense {
	words, k := l.Rows.Shape()[0], l.Rows.Shape()[1]
	logs := make([]float64, words*k)
	for w := range words {
		row := logs[w*k : (w+1)*k]
		if l.Rows.Dtype() == Float32 {
			tableOf(l.Rows.Float32s(), l.Scales.Float32s(), k).logs(row, w)
		} else {
			tableOf(l.Rows.Float64s(), l.Scales.Float64s(), k).logs(row, w)
		}
	}
	return FromFloat64s(l.Rows.Dtype(), logs, words, k)
}

// Of adds likelihoods to a graph, as two inputs.
func (l *Likelihoods) Of(g *Graph) LikelihoodNodes {
	return LikelihoodNodes{Input(g, "likelihoods", l.Rows), Input(g, "scales of likelihoods", l.Scales)}
}

// LikelihoodNodes are [Likelihoods] in a graph.
type LikelihoodNodes struct{ rows, scales *Node }

// likelihoodNodes makes likelihoods of logBeta [words, K] in a graph.
func likelihoodNodes(logBeta *Node) LikelihoodNodes {
	words, k := matrixOf(logBeta)
	all := apply(spec{
		name:  "likelihoods",
		shape: []int{words*k + 2*words},
		run:   kernel{toLikelihoods[float32](words, k), toLikelihoods[float64](words, k)},
	}, logBeta)
	return LikelihoodNodes{
		Reshape(Rows(all, 0, words*k), words, k),
		Reshape(Rows(all, words*k, words*k+2*words), 2, words),
	}
}

func toLikelihoods[T Float](words, k int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		n := copy(dst[:words*k], in[0])
		tableOf(dst[:n], dst[n:], k).fill()
	}
}

// table is Likelihoods of one element type.
type table[T Float] struct {
	k    int
	rows []T // [words, k]
	top  []T // the greatest logBeta of each word
	low  []T // 1 for a row that holds logarithms
}

func tableOf[T Float](rows, scales []T, k int) *table[T] {
	words := len(scales) / 2
	return &table[T]{k: k, rows: rows, top: scales[:words], low: scales[words:]}
}

// fill makes likelihoods of rows that are logBeta.
func (t *table[T]) fill() {
	parallel(len(t.top), grainFor(4*t.k), func(from, to int) {
		var low []int
		var logs []T
		for w := from; w < to; w++ {
			row := t.row(w)
			t.low[w], t.top[w] = 0, dirichlet.Greatest(row)
			if t.impossible(w) {
				clear(row)
				continue
			}
			low, logs = low[:0], logs[:0]
			least := t.top[w] + leastLog[T]()
			for j, v := range row {
				if v < least && !math.IsInf(float64(v), -1) {
					low, logs = append(low, j), append(logs, v-t.top[w])
				}
			}
			kern.ExpSub(row, row, t.top[w])
			for i, j := range low {
				row[j], t.low[w] = logs[i], 1
			}
		}
	})
}

// leastLog is the least number whose exp is surely in the range of T.
func leastLog[T Float]() T {
	if _, single := any(T(0)).(float32); single {
		return -87
	}
	return -708
}

func (t *table[T]) row(w int) []T { return t.rows[w*t.k : (w+1)*t.k] }

// impossible says whether no component can give the word.
func (t *table[T]) impossible(w int) bool { return math.IsInf(float64(t.top[w]), -1) }

// copyRow sets dst to the scaled likelihoods of a word, and zeros behind them.
func (t *table[T]) copyRow(dst []T, w int) {
	if clear(dst[copy(dst, t.row(w)):]); t.low[w] != 0 {
		for j, v := range dst {
			dst[j] = max(v, 0)
		}
	}
}

// logs sets dst to the logBeta of a word.
func (t *table[T]) logs(dst []float64, w int) {
	top := float64(t.top[w])
	for j, v := range t.row(w) {
		if v < 0 {
			dst[j] = float64(v) + top
		} else {
			dst[j] = math.Log(float64(v)) + top
		}
	}
}

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

// mixtureShares adds psi to logBeta, for numbers whose exp may be out of range, makes
// it the softmax of the sum, and returns the logarithm of the sum of their exp.
func mixtureShares(logBeta, psi []float64) float64 {
	for k, p := range psi {
		logBeta[k] += p
	}
	norm := logSumExp(logBeta)
	kern.ExpSub(logBeta, logBeta, norm)
	return norm
}
