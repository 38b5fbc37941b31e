package topic

import (
	"arbelos/graph"
	"arbelos/layers/elbo"
	"arbelos/models/lda"
)

// Bound is an estimate of the evidence lower bound of a document,
//
//	E_q[log p(d|theta)] - KL(q(h|d) || p(h))
//
// without the multinomial coefficient.
type Bound struct {
	LogLikelihood float64   // mean over the samples
	KL            []float64 // [K], by dimension
}

// ELBO returns the bound.
func (b Bound) ELBO() float64 {
	elbo := b.LogLikelihood
	for _, kl := range b.KL {
		elbo -= kl
	}
	return elbo
}

// Bounds estimates the bound of each document from so many samples, at least 1, with
// the encoder as [Model.Infer] has it. The same seed and place in the list give the
// same samples. A document that the encoder has been trained on has a bound that is
// as optimistic as its topics are.
func (m *Model) Bounds(docs []lda.Bag, samples int, seed uint64) ([]Bound, error) {
	if samples < 1 {
		panic(errSamples)
	}
	if err := lda.CheckBags(docs, m.Vocab); err != nil {
		return nil, err
	}
	bounds := make([]Bound, 0, len(docs))
	for at := 0; at < len(docs); at += inferBlock {
		block := docs[at:min(at+inferBlock, len(docs))]
		c, mac := m.context(nil), m.machines.Next()
		noise := m.noise(c, len(block), samples, seed, uint64(at))
		b := m.bound(c, matrix(block, m.Vocab), noise, m.Encoder.Norm.Fixed)
		likelihood := elbo.SampleMean(b.logLikelihood)
		if err := mac.Finish(likelihood, b.kl); err != nil {
			return nil, err
		}
		kl := graph.Float64s(mac.Value(b.kl))
		for d, v := range graph.Float64s(mac.Value(likelihood)) {
			bounds = append(bounds, Bound{LogLikelihood: v, KL: kl[d*m.Topics : (d+1)*m.Topics]})
		}
		m.Release()
	}
	return bounds, nil
}

// Constants of the panics that a programmer's error raises.
const (
	errSamples = "topic: no sample"
	errTheta   = "topic: wrong shape of proportions"
)
