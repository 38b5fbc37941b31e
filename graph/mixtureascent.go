package graph

import (
	"math"
	"slices"

	"arbelos/graph/dirichlet"
)

// mixtureAscent fits the weights of one document at a time.
type mixtureAscent[T Float] struct {
	m     *mixture
	table *likelihoods[T]
	alpha []float64
	prior float64 // log gamma(sum alpha) - sum log gamma(alpha_k)

	doc        int
	gamma, psi []float64 // psi: digamma(gamma) while a pass lasts

	// The document's words, filled up to what dirichlet.Mix wants.
	rows, counts, norms, ratios []T
	weights, sums               []T

	expected   []float64 // what a pass found: words of each component
	shift      float64   // weights are exp(psi-shift)
	underflown bool      // the likelihoods did; the pass was made in logarithms,
	logs       float64   // and this is their sum, times the counts
	scratch    []float64
}

func newMixtureAscent[T Float](m *mixture, table *likelihoods[T], alpha []float64) *mixtureAscent[T] {
	return &mixtureAscent[T]{
		m: m, table: table, alpha: alpha, prior: logDirichletNormaliser(alpha, make([]float64, m.k)),
		scratch: make([]float64, m.k),
		gamma:   make([]float64, m.k), psi: make([]float64, m.k), expected: make([]float64, m.k),
		weights: make([]T, table.width), sums: make([]T, table.width),
	}
}

// words returns the places of the document in hand.
func (a *mixtureAscent[T]) words() (from, to int) { return a.m.Start[a.doc], a.m.Start[a.doc+1] }

// open takes up document d, whose gamma starts at start.
func (a *mixtureAscent[T]) open(d int, start []T) {
	a.doc = d
	for k := range a.gamma {
		a.gamma[k] = float64(start[k])
	}
	from, to := a.words()
	n, width := to-from, a.table.width
	padded := (n + dirichlet.Side - 1) / dirichlet.Side * dirichlet.Side
	a.rows = resize(a.rows, padded*width)
	a.counts, a.norms, a.ratios = resize(a.counts, padded), resize(a.norms, padded), resize(a.ratios, padded)
	for i := range padded {
		row := a.rows[i*width : (i+1)*width]
		if i < n && !a.table.impossible(a.m.Index[from+i]) {
			copy(row, a.table.row(a.m.Index[from+i]))
			a.counts[i] = T(a.m.count(from + i))
			continue
		}
		for j := range row {
			row[j] = 1
		}
		a.counts[i] = 0
	}
}

// ascend updates gamma to convergence, and returns the number of updates and the
// bound, for the shares that are best for the last gamma.
func (a *mixtureAscent[T]) ascend() (updates int, bound float64) {
	if from, to := a.words(); from == to {
		copy(a.gamma, a.alpha)
		return 0, 0
	}
	until := a.m.until
	before := math.Inf(-1)
	for {
		a.pass()
		if until.Criterion == BoundChange {
			bound = a.bound()
			if relativeChange(before, bound) < until.Tolerance {
				return updates, bound
			}
			before = bound
		}
		if updates == until.Iterations {
			break
		}
		updates++
		if change := a.update(); until.Criterion == WeightChange && change < until.Tolerance {
			a.pass()
			break
		}
	}
	return updates, a.bound()
}

// update moves gamma and returns the mean absolute change.
func (a *mixtureAscent[T]) update() float64 {
	var change float64
	for k, prior := range a.alpha {
		next := prior + a.expected[k]
		change += math.Abs(next - a.gamma[k])
		a.gamma[k] = next
	}
	return change / float64(len(a.alpha))
}

// pass works out the shares of all words under gamma.
func (a *mixtureAscent[T]) pass() {
	dirichlet.Digamma(a.psi, a.gamma)
	a.shift = mixtureWeights(a.weights[:a.m.k], a.psi)
	least := dirichlet.Mix(a.rows, a.weights, a.counts, a.norms, a.ratios, a.sums)
	if a.underflown = !(float64(least) > leastNorm[T]()); a.underflown {
		a.passInLogs()
		return
	}
	for k := range a.expected {
		a.expected[k] = float64(a.weights[k]) * float64(a.sums[k])
	}
}

// leastNorm is the likelihood below which ratios may overflow, or the components
// that are lost to underflow may count.
func leastNorm[T Float]() float64 {
	if _, single := any(T(0)).(float32); single {
		return 1e-28
	}
	return 1e-280
}

// passInLogs is a pass for likelihoods out of range.
func (a *mixtureAscent[T]) passInLogs() {
	clear(a.expected)
	a.logs = 0
	from, to := a.words()
	for i := from; i < to; i++ {
		w := a.m.Index[i]
		if a.table.impossible(w) {
			continue
		}
		c := a.m.count(i)
		a.logs += c * mixtureShares(a.scratch, a.psi, a.table.log[w*a.m.k:])
		for k, s := range a.scratch {
			a.expected[k] += c * s
		}
	}
}

// logLikelihood returns the sum over the words of their counts times the
// logarithm of sum_k exp(psi_k + logBeta_nk), after a pass.
func (a *mixtureAscent[T]) logLikelihood() float64 {
	from, to := a.words()
	if slices.ContainsFunc(a.m.Index[from:to], a.table.impossible) {
		return math.Inf(-1)
	}
	if a.underflown {
		return a.logs
	}
	var sum float64
	for i, w := range a.m.Index[from:to] {
		sum += a.m.count(from+i) * (math.Log(float64(a.norms[i])) + float64(a.table.top[w]) + a.shift)
	}
	return sum
}

// bound returns the bound at gamma, after a pass.
func (a *mixtureAscent[T]) bound() float64 {
	var total, words float64
	for _, g := range a.gamma {
		total += g
	}
	from, to := a.words()
	for i := from; i < to; i++ {
		words += a.m.count(i)
	}
	ofTotal := []float64{total}
	dirichlet.Digamma(ofTotal, ofTotal)
	sum := a.logLikelihood() - words*ofTotal[0]
	for k, g := range a.gamma {
		sum += (a.alpha[k] - g) * (a.psi[k] - ofTotal[0])
	}
	return sum + a.prior - logDirichletNormaliser(a.gamma, a.scratch)
}

// logDirichletNormaliser returns log gamma(sum alpha) - sum log gamma(alpha_k).
func logDirichletNormaliser(alpha, scratch []float64) float64 {
	dirichlet.LogGamma(scratch, alpha)
	sum, logs := []float64{0}, 0.0
	for k, a := range alpha {
		sum[0] += a
		logs += scratch[k]
	}
	dirichlet.LogGamma(sum, sum)
	return sum[0] - logs
}

// copyRatios gives the counts over the likelihoods, relative to the scaled rows
// and weights, and zeros where the likelihoods underflowed.
func (a *mixtureAscent[T]) copyRatios(dst []T) {
	if a.underflown {
		clear(dst)
		return
	}
	copy(dst, a.ratios)
}
