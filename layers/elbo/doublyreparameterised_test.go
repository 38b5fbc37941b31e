package elbo

import (
	"math"
	"testing"

	"arbelos/graph"
)

// The expectation of the gradient over the noise, by quadrature, is that of the
// importance-weighted bound, in p's parameters and in q's; the pathwise
// gradient's is the same.
func TestDoublyReparameterised(t *testing.T) {
	for seed := range uint64(3) {
		l := newLinearGaussian(seed, 1, 2)
		want := concat(differences(l.params(), func() float64 { return l.importanceBound(60) }))
		near(t, "doubly reparameterised", l.expectedBound(t, 60, doubly), want, 1e-7)
		near(t, "pathwise", l.expectedBound(t, 60, pathwise), want, 1e-7)
	}
}

// With 16 samples the doubly reparameterised gradient in q's parameters has less
// variance than the pathwise one, in every one of them.
func TestDoublyReparameterisedVariance(t *testing.T) {
	const draws, samples = 600, 16
	l := newLinearGaussian(4, 1, 3)
	_, pathwiseVariance := moments(l.sampled(t, 1, draws, samples, meanOf(pathwise)))
	_, doublyVariance := moments(l.sampled(t, 1, draws, samples, meanOf(doubly)))
	q := len(concat(differences(l.params()[:3], func() float64 { return 0 })))
	t.Logf("total variance of the gradient in q with K = %d: pathwise %.4g, doubly reparameterised %.4g",
		samples, total(pathwiseVariance[q:]), total(doublyVariance[q:]))
	for i := q; i < len(doublyVariance); i++ {
		if !(doublyVariance[i] < pathwiseVariance[i]) {
			t.Errorf("element %d of q's gradient: variance %.4g, pathwise %.4g", i-q, doublyVariance[i], pathwiseVariance[i])
		}
	}
}

// The value is the bound of the samples, and z's gradient reaches p once.
func TestDoublyReparameterisedValue(t *testing.T) {
	l := newLinearGaussian(1, 3, 2)
	n := l.nodes(graph.Float64)
	noise := graph.Input(n.x.Graph(), "noise", random(5, "noise", 2, 12, 1))
	near(t, "bound", valueOf(t, doubly(n, noise)), valueOf(t, pathwise(n, noise)), 1e-13)
}

// Where q is the posterior every weight is p(x), and the gradient in q is zero,
// draw by draw.
func TestDoublyReparameterisedAtThePosterior(t *testing.T) {
	l := newLinearGaussian(3, 1, 2)
	mean, variance := l.posterior(0)
	clear(l.a.Float64s())
	l.c.Float64s()[0], l.s.Float64s()[0] = mean, math.Log(variance)
	q := l.sampled(t, 2, 20, 4, meanOf(doubly))
	for _, g := range q {
		near(t, "gradient in q", g[5:], make([]float64, 4), 1e-12)
	}
}
