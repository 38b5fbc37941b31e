package vae

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers/elbo"
)

// ExactStep is what ExactGradient found.
type ExactStep struct {
	LogEvidence float64 // mean over the items
	// Grads are its gradients, in the order of Params; nil for q's parameters. They
	// are valid until the next step.
	Grads []*tensor.Dense
}

// ExactGradient returns the gradients of a Linear model's log p(x), averaged over
// the items, without sampling; of other models the error is ErrNotKnown. By Fisher's
// identity they are those of the expectation of log p(x, z) under the posterior
// N(m, S), held fixed:
//
//	-1/2 sum_d ((x_d - w_d m - b_d)^2 + w_d S w_d^T) / s + log s + log 2 pi
//
// where w_d are the rows of W.
func (m *Model) ExactGradient(x [][]float64) (*ExactStep, error) {
	logs, err := m.Evidence(x)
	if err != nil {
		return nil, err
	}
	post, err := m.Posterior(x)
	if err != nil {
		return nil, err
	}
	grads, err := graph.UntilUnmerged(func() ([]*tensor.Dense, error) { return m.tryExact(x, post) })
	return &ExactStep{LogEvidence: mean(logs), Grads: grads}, err
}

func (m *Model) tryExact(x [][]float64, post *Posterior) ([]*tensor.Dense, error) {
	flat, err := m.flatten(x)
	if err != nil {
		return nil, err
	}
	c, mac := m.context(), m.machines.Next()
	matrix := func(rows [][]float64) *graph.Node {
		var all []float64
		for _, row := range rows {
			all = append(all, row...)
		}
		return c.Input(graph.FromFloat64s(m.dtype, all, len(rows), len(rows[0])))
	}
	// Where z is its posterior mean the first term is log p(x|z) itself.
	f := m.p.(*linearGaussian)
	atMean := elbo.Mean(m.logLikelihood(c, flat, matrix(post.Mean)))
	w := c.Param(f.net.Weight)
	spread := graph.Sum(graph.RowDot(graph.MatMul(w, matrix(post.Covariance), false, false), w))
	precision := graph.Sum(graph.Exp(graph.Scale(c.Param(f.logVar), -1)))
	objective := graph.Sub(atMean, graph.Scale(graph.Mul(spread, precision), 0.5))

	return c.Gradients(mac, objective, m.params)
}
