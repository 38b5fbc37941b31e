package graph

import (
	"math"
	"slices"

	"arbelos/graph/dirichlet"
)

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
	a.scratch[0] = total
	digammaInPlace(a.scratch, 1)
	ofTotal := a.scratch[0]
	sum := a.logLikelihood() - words*ofTotal
	for j, k := range a.active { // the others' gamma is alpha
		sum += (a.alpha[k] - a.gamma[k]) * (a.psi[j] - ofTotal)
	}
	return sum + a.prior - logDirichletNormaliser(a.gamma, a.scratch)
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

// logDirichletNormaliser returns log gamma(sum alpha) - sum log gamma(alpha_k). It
// overwrites scratch, which has room for one element more, in eights.
func logDirichletNormaliser(alpha, scratch []float64) float64 {
	n := copy(scratch, alpha)
	x := scratch[:wholeEights(n+1)]
	clear(x[n:])
	for _, a := range alpha {
		x[n] += a
	}
	for i := n + 1; i < len(x); i++ {
		x[i] = 1
	}
	dirichlet.LogGamma(x, x)
	var logs float64
	for _, l := range x[:n] {
		logs += l
	}
	return x[n] - logs
}
