package graph

import (
	"math"

	"arbelos/graph/dirichlet"
)

// bound returns the bound at gamma, after a pass.
func (a *mixtureAscent[T]) bound() float64 {
	gamma := a.allGamma(a.all)
	var total float64
	for _, g := range gamma {
		total += g
	}
	a.scratch[0] = total
	digammaInPlace(a.scratch, 1)
	ofTotal := a.scratch[0]
	sum := a.logLikelihood() - a.total*ofTotal
	for j, g := range a.gamma { // the others' is the prior
		sum += (a.prior[j] - g) * (a.psi[j] - ofTotal)
	}
	return sum + a.ofPrior - logDirichletNormaliser(gamma, a.scratch)
}

// logLikelihood returns the sum over the words of their counts times the
// logarithm of sum_k exp(psi_k + logBeta_nk), after a pass.
func (a *mixtureAscent[T]) logLikelihood() float64 {
	switch {
	case a.impossible:
		return math.Inf(-1)
	case a.underflown:
		return a.logs
	}
	dirichlet.Log(a.logNorms, a.norms)
	sum := a.tops + a.total*a.shift
	for i, l := range a.logNorms {
		sum += float64(a.counts[i]) * float64(l)
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
