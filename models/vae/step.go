package vae

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers/elbo"
)

// Step is what a training step found: means over the items, in nats.
type Step struct {
	Items int

	// Objective is what was differentiated: the bound or a surrogate of it.
	Objective float64
	// ELBO is Reconstruction - KL, whatever the estimator and the KL weight.
	ELBO float64
	// Bound is the importance-weighted bound of the samples.
	Bound float64
	// Reconstruction is E_q[log p(x|z)], by the samples, and KL the exact KL(q || p(z)).
	Reconstruction, KL float64

	// Grads are the gradients of Objective, in the order of Params; nil where there
	// is none. They are valid until the next step.
	Grads []*tensor.Dense
}

// Step returns the gradients of an objective, averaged over the items x of a batch.
func (m *Model) Step(x [][]float64, o Options) (*Step, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	flat, err := m.flatten(x)
	if err != nil {
		return nil, err
	}
	var dreams []float64
	if o.Estimator == WakeSleep {
		drawn, err := m.Generate(len(x), Key{o.Key.Seed, o.Key.Step})
		if err != nil {
			return nil, err
		}
		if dreams, err = m.flatten(drawn.X); err != nil {
			return nil, err
		}
		return graph.UntilUnmerged(func() (*Step, error) { return m.tryStep(flat, &dream{dreams, drawn.Z}, o) })
	}
	return graph.UntilUnmerged(func() (*Step, error) { return m.tryStep(flat, nil, o) })
}

// dream is x drawn from p, flat rows, with their z.
type dream struct {
	x []float64
	z [][]float64
}

func (m *Model) tryStep(x []float64, d *dream, o Options) (*Step, error) {
	c, mac := m.context(), m.machines.Next()
	t := m.terms(c, x, o)
	objective := m.objective(c, t, d, o)
	reconstruction, kl := elbo.Mean(t.logLikelihood), elbo.Mean(t.q.KL(t.prior))
	bound := elbo.Mean(elbo.ImportanceWeighted(graph.Sub(t.logJoint, t.logQ)))

	outputs := []*graph.Node{reconstruction, kl, bound}
	if t.signal != nil {
		outputs = append(outputs, t.signal)
	}
	grads, err := c.Gradients(mac, objective, m.params, outputs...)
	if err != nil {
		return nil, err
	}
	s := &Step{
		Items: len(x) / m.Data, Objective: mac.Scalar(objective), Bound: mac.Scalar(bound),
		Reconstruction: mac.Scalar(reconstruction), KL: mac.Scalar(kl),
		Grads: grads,
	}
	s.ELBO = s.Reconstruction - s.KL
	if t.signal != nil && o.Baseline == MovingAverage {
		m.towardsAverage(s.Grads, graph.Float64s(mac.Value(t.signal)))
	}
	return s, nil
}

// towardsAverage sets the gradients of the moving average's parameters, which come
// last: what ascent at the rate 1-decay adds is what elbo.MovingAverage.Update does.
func (m *Model) towardsAverage(grads []*tensor.Dense, signal []float64) {
	var mean float64
	for _, v := range signal {
		mean += v / float64(len(signal))
	}
	sum, power := graph.Float64s(m.baselineSum.Value)[0], graph.Float64s(m.baselinePower.Value)[0]
	last := grads[len(grads)-2:]
	last[0] = graph.FromFloat64s(m.dtype, []float64{mean - sum}, 1)
	last[1] = graph.FromFloat64s(m.dtype, []float64{1 - power}, 1)
}
