package vae

import (
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/layers/elbo"
)

// terms are the nodes that objectives are made of; log-probabilities are [N, K].
type terms struct {
	q, prior      elbo.Gaussian // of the items
	logLikelihood *graph.Node   // log p(x|z)
	logPrior      *graph.Node   // log p(z)
	logJoint      *graph.Node   // log p(x, z)
	logQ          *graph.Node   // log q(z|x)

	doubly *graph.Node // DReG's bound [N]; its gradient needs a z of its own
	signal *graph.Node // what Score weights the samples by; see objective
}

// terms adds q, K samples from it for each item, and their log-probabilities to a
// graph. Samples are reparameterised where the estimator differentiates through them.
func (m *Model) terms(c *layers.Context, x []float64, o Options) *terms {
	n := len(x) / m.Data
	t := &terms{q: m.posterior(c, x)}
	t.prior = elbo.StandardNormal(t.q.Mean, n, m.Latent)
	noise := m.noise(c, o.Key, "samples", 0, n, o.Samples)
	joint := func(z *graph.Node) *graph.Node {
		t.logLikelihood = m.logLikelihood(c, x, z)
		t.logPrior = t.prior.LogProb(z)
		t.logJoint = graph.Add(t.logPrior, t.logLikelihood)
		return t.logJoint
	}
	z := t.q.Sample(noise)
	switch o.Estimator {
	case DReG:
		t.doubly = elbo.DoublyReparameterised(t.q, noise, joint)
	case ELBO, IWAE:
		joint(z)
	default:
		z = graph.Stop(z)
		joint(z)
	}
	t.logQ = t.q.LogProb(z)
	return t
}

// objective returns the scalar whose gradient a step gives.
func (m *Model) objective(c *layers.Context, t *terms, d *dream, o Options) *graph.Node {
	weighted := func() *graph.Node { // log-weights, or their like where the KL has a weight
		return graph.Add(t.logLikelihood, graph.Scale(graph.Sub(t.logPrior, t.logQ), o.KLWeight))
	}
	switch o.Estimator {
	case ELBO:
		if o.SampledKL {
			return elbo.Mean(elbo.SampleMean(weighted()))
		}
		return elbo.Mean(elbo.FromPrior(elbo.SampleMean, t.logLikelihood, graph.Scale(t.q.KL(t.prior), o.KLWeight)))
	case IWAE:
		return elbo.Mean(elbo.ImportanceWeighted(weighted()))
	case DReG:
		return elbo.Mean(t.doubly)
	case RWS:
		return graph.Add(elbo.WakeModel(t.logJoint, t.logQ), elbo.WakePosterior(t.logJoint, t.logQ))
	case WakeSleep:
		var z []float64
		for _, row := range d.z {
			z = append(z, row...)
		}
		dreamt := c.Input(graph.FromFloat64s(m.dtype, z, len(d.z), m.Latent))
		return graph.Add(elbo.WakeModel(t.logJoint, t.logQ), elbo.SleepPosterior(m.posterior(c, d.x).LogProb(dreamt)))
	}
	t.signal = weighted()
	return elbo.ScoreFunction(t.signal, t.logQ, m.baseline(t.signal, o.Baseline))
}

// baseline returns the baseline [N, K] of a signal, or nil.
func (m *Model) baseline(signal *graph.Node, b Baseline) *graph.Node {
	switch b {
	case LeaveOneOut:
		return elbo.LeaveOneOut(signal)
	case MovingAverage:
		average := elbo.MovingAverage{
			Sum:   graph.Float64s(m.baselineSum.Value)[0],
			Power: graph.Float64s(m.baselinePower.Value)[0],
		}
		return average.Baseline(signal)
	}
	return nil
}
