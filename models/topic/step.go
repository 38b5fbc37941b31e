package topic

import (
	"errors"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/layers/elbo"
	"arbelos/models/lda"
)

// ErrBatch is matched by the error of a batch without documents.
var ErrBatch = errors.New("topic: no document")

// At says which random numbers a step uses, noise and dropout masks, and how much the
// divergence from the prior counts.
type At struct {
	Seed, Step uint64
	KLWeight   float64
}

// Step is what a training step found. Logarithms are natural; multinomial coefficients
// are left out.
type Step struct {
	Documents int
	Tokens    float64

	Objective     float64   // mean over the documents of logLikelihood - KLWeight KL, which is maximised
	LogLikelihood float64   // sum over the documents of log p(d|theta), one sample each
	KL            []float64 // [K], sum over the documents of each dimension's part of KL(q || prior)

	// Grads are the gradients of Objective, in the order of Params, and in
	// GroupStatistics the way from the running statistics to those of the batch. They
	// are valid until the next step.
	Grads []*tensor.Dense
}

// ELBO returns the estimate of the evidence lower bound, summed over the documents.
func (s *Step) ELBO() float64 {
	elbo := s.LogLikelihood
	for _, kl := range s.KL {
		elbo -= kl
	}
	return elbo
}

// Step returns the gradients of the bound, averaged over the documents of a batch and
// estimated from one sample of each. The encoder's means are normalised over the batch:
// one document by itself is told nothing. Documents that [lda.CheckBags] refuses are an
// error, which is a [*lda.BagError].
func (m *Model) Step(docs []lda.Bag, at At) (*Step, error) {
	if len(docs) == 0 {
		return nil, ErrBatch
	}
	if err := lda.CheckBags(docs, m.Vocab); err != nil {
		return nil, err
	}
	return graph.UntilUnmerged(func() (*Step, error) { return m.tryStep(docs, at) })
}

func (m *Model) tryStep(docs []lda.Bag, at At) (*Step, error) {
	c, mac := m.context(graph.Rand(at.Seed, "topic dropout", at.Step)), m.machines.Next()
	moves := make(map[*graph.Param]*graph.Node)
	norm := m.Encoder.Norm
	b := m.bound(c, matrix(docs, m.Vocab), m.noise(c, len(docs), 1, at.Seed, at.Step), func(c *layers.Context, means *graph.Node) *graph.Node {
		moves[norm.Mean], moves[norm.Variance] = norm.Moves(c, means)
		return norm.Forward(c, means)
	})
	objective := elbo.Mean(elbo.FromPrior(elbo.SampleMean, b.logLikelihood, graph.Scale(graph.RowSums(b.kl), at.KLWeight)))
	logLikelihood, kl := graph.Sum(graph.Reshape(b.logLikelihood, len(docs))), graph.ColumnSums(b.kl)
	grads, err := c.Grad(objective, m.params)
	if err != nil {
		return nil, err
	}
	for i, p := range m.params {
		if move, ok := moves[p]; ok {
			grads[i] = move
		}
	}
	if err := mac.Finish(append([]*graph.Node{objective, logLikelihood, kl}, grads...)...); err != nil {
		return nil, err
	}
	s := &Step{
		Documents: len(docs), Objective: mac.Scalar(objective),
		LogLikelihood: mac.Scalar(logLikelihood), KL: graph.Float64s(mac.Value(kl)),
		Grads: mac.Values(grads),
	}
	for _, doc := range docs {
		s.Tokens += doc.Total()
	}
	return s, nil
}

// noise returns standard normal draws [n samples, K], those of a document from a
// generator of its own.
func (m *Model) noise(c *layers.Context, n, samples int, seed, step uint64) *graph.Node {
	k := m.Topics
	x := make([]float64, 0, n*samples*k)
	for d := range n {
		r := graph.Rand(seed, "topic noise", step, uint64(d))
		for range samples * k {
			x = append(x, r.NormFloat64())
		}
	}
	return c.Input(graph.FromFloat64s(m.dtype, x, n*samples, k))
}
