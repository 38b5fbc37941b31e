package elbo

import (
	"fmt"
	"math"
	"testing"

	"gorgonia.org/tensor"

	"arbelos/graph"
)

// All four forms of the bound are one number for each item, that of the sum over
// z, and have one gradient in p and in q.
func TestFormsAgreeDiscrete(t *testing.T) {
	for seed := range uint64(5) {
		d := newDiscrete(seed, 4, 3, 2, 0, 1)
		want := concat(differences(d.params(), d.bound))
		logP, logQ := d.tables()
		var bounds []float64
		for n := range logP {
			var b float64
			for z, q := range logQ[n] {
				b += math.Exp(q) * (logP[n][z] - q)
			}
			bounds = append(bounds, b)
		}
		for name, form := range map[string]func(n discreteNodes) *graph.Node{
			"joint": func(n discreteNodes) *graph.Node { return FromJoint(Under(n.logQ), n.logJoint, n.logQ) },
			"evidence": func(n discreteNodes) *graph.Node {
				return FromEvidence(graph.LogSumExp(n.logJoint), n.q.KL(NewCategorical(n.logJoint)))
			},
			"prior": func(n discreteNodes) *graph.Node { return FromPrior(Under(n.logQ), n.logLikelihood, n.q.KL(n.prior)) },
			"entropy": func(n discreteNodes) *graph.Node {
				return FromEntropy(Under(n.logQ), n.q.Entropy(), NewCategorical(n.logJoint).LogProbs, graph.LogSumExp(n.logJoint))
			},
		} {
			n := d.nodes(graph.Float64)
			near(t, name, valueOf(t, form(n)), bounds, 1e-12)
			near(t, name+": gradient", concat(gradientsOf(t, Mean(form(n)), n.params)), want, 1e-8)

			single := d.nodes(graph.Float32)
			near(t, name+" in float32", valueOf(t, form(single)), bounds, 1e-5)
		}
	}
}

// The same on the linear-Gaussian model, whose expectations are polynomials that
// quadrature takes exactly, and whose evidence and posterior are known.
func TestFormsAgreeLinearGaussian(t *testing.T) {
	for seed := range uint64(5) {
		l := newLinearGaussian(seed, 3, 2)
		n := l.nodes(graph.Float64)
		g := n.x.Graph()
		at, weight := hermite(6)
		var noise, evidence, klPosterior, mean, logVar, want []float64
		for i := range l.items() {
			noise = append(noise, at...)
			m, v := l.posterior(i)
			mean, logVar = append(mean, m), append(logVar, math.Log(v))
			evidence, klPosterior = append(evidence, l.logEvidence(i)), append(klPosterior, l.klPosterior(i))
			want = append(want, l.logEvidence(i)-l.klPosterior(i))
		}
		leaf := func(name string, x []float64, shape ...int) *graph.Node {
			return graph.Input(g, name, graph.FromFloat64s(graph.Float64, x, shape...))
		}
		weights := leaf("weights", weight, len(weight), 1)
		quadrature := func(x *graph.Node) *graph.Node { return flat(graph.MatMul(x, weights, false, false)) }
		z := n.q.Sample(leaf("noise", noise, len(noise), 1))
		posterior := Gaussian{leaf("posterior mean", mean, 3, 1), leaf("posterior variance", logVar, 3, 1)}
		logEvidence := leaf("evidence", evidence, 3)
		for name, bound := range map[string]*graph.Node{
			"joint":    FromJoint(quadrature, n.logJoint(z), n.q.LogProb(z)),
			"evidence": FromEvidence(logEvidence, n.q.KL(posterior)),
			"prior":    FromPrior(quadrature, n.logLikelihood(z), n.q.KL(StandardNormal(z, 3, 1))),
			"entropy":  FromEntropy(quadrature, n.q.Entropy(), posterior.LogProb(z), logEvidence),
		} {
			near(t, name, valueOf(t, bound), want, 1e-11)
		}
		near(t, "divergence from the posterior", valueOf(t, n.q.KL(posterior)), klPosterior, 1e-12)
	}
}

// Of samples the four forms have the same mean: each lies within four standard
// errors of the bound.
func TestFormsOfSamples(t *testing.T) {
	const samples = 4000
	l := newLinearGaussian(2, 1, 2)
	n := l.nodes(graph.Float64)
	noise := graph.Zero(graph.Float64, samples, 1)
	r := graph.Rand(3, "noise")
	for i := range noise.Float64s() {
		noise.Float64s()[i] = r.NormFloat64()
	}
	z := n.q.Sample(graph.Input(n.x.Graph(), "noise", noise))
	m, v := l.posterior(0)
	posterior := Gaussian{
		graph.Input(n.x.Graph(), "m", graph.FromFloat64s(graph.Float64, []float64{m}, 1, 1)),
		graph.Input(n.x.Graph(), "v", graph.FromFloat64s(graph.Float64, []float64{math.Log(v)}, 1, 1)),
	}
	for name, c := range map[string]struct {
		perSample *graph.Node // what the expectation is of
		constant  float64     // the rest
	}{
		"joint":   {graph.Sub(n.logJoint(z), n.q.LogProb(z)), 0},
		"prior":   {n.logLikelihood(z), -valueOf(t, n.q.KL(StandardNormal(z, 1, 1)))[0]},
		"entropy": {posterior.LogProb(z), valueOf(t, n.q.Entropy())[0] + l.logEvidence(0)},
	} {
		x := valueOf(t, c.perSample)
		var draws [][]float64
		for _, v := range x {
			draws = append(draws, []float64{v + c.constant})
		}
		withinFourErrors(t, name, draws, []float64{l.bound()})
		_, variance := moments(draws)
		t.Logf("%s: variance of a sample %.4g", name, variance[0])
		near(t, name+": SampleMean", valueOf(t, SampleMean(c.perSample)), []float64{total(x) / samples}, 1e-12)
	}
}

func TestFormsPanic(t *testing.T) {
	g := graph.New()
	leaf := func(shape ...int) *graph.Node {
		return graph.Input(g, fmt.Sprint("leaf ", len(g.AllNodes())), graph.Zero(graph.Float64, shape...))
	}
	samples, items := leaf(2, 3), leaf(2)
	mustPanic(t, "joint: other samples", errShape, func() { FromJoint(SampleMean, samples, leaf(2, 4)) })
	mustPanic(t, "joint: no sample", errSamples, func() { FromJoint(SampleMean, leaf(2, 0), leaf(2, 0)) })
	mustPanic(t, "evidence: other items", errShape, func() { FromEvidence(items, leaf(3)) })
	mustPanic(t, "prior: other items", errShape, func() { FromPrior(SampleMean, samples, leaf(3)) })
	mustPanic(t, "entropy: other items", errShape, func() { FromEntropy(SampleMean, items, samples, leaf(4)) })
	mustPanic(t, "enumerated: other values", errShape, func() { Under(samples)(leaf(2, 2)) })
	mustPanic(t, "enumerated: a vector", errShape, func() { Under(items) })
	mustPanic(t, "mean of nothing", errSamples, func() { Mean(leaf(0)) })
}

// A NaN among the samples makes its item's bound NaN, and no other's.
func TestFormsNaN(t *testing.T) {
	for _, dt := range []tensor.Dtype{graph.Float32, graph.Float64} {
		g := graph.New()
		p := graph.Input(g, "p", graph.FromFloat64s(dt, []float64{1, math.NaN(), 2, 3}, 2, 2))
		q := graph.Input(g, "q", graph.Zero(dt, 2, 2))
		if got := valueOf(t, FromJoint(SampleMean, p, q)); !math.IsNaN(got[0]) || got[1] != 2.5 {
			t.Errorf("found %v, want NaN and 2.5", got)
		}
	}
}
