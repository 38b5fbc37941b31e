package vae

import (
	"fmt"
	"math"

	"arbelos/graph"
	"arbelos/layers/elbo"
)

// blockRows bounds the rows of z that one graph holds, whatever the number of items
// and samples.
const blockRows = 8192

// Encoding is q(z|x), a row an item.
type Encoding struct{ Mean, LogVar [][]float64 }

// Encode returns q(z|x) of every item.
func (m *Model) Encode(x [][]float64) (*Encoding, error) {
	flat, err := m.flatten(x)
	if err != nil {
		return nil, err
	}
	e := &Encoding{}
	defer m.Release()
	for from := 0; from < len(x); from += blockRows {
		to := min(from+blockRows, len(x))
		c, mac := m.context(), m.machines.Next()
		q := m.posterior(c, flat[from*m.Data:to*m.Data])
		if err := mac.Finish(q.Mean, q.LogVar); err != nil {
			return nil, err
		}
		e.Mean, e.LogVar = append(e.Mean, rowsOf(mac, q.Mean)...), append(e.LogVar, rowsOf(mac, q.LogVar)...)
		for i := from; i < to; i++ {
			if !finite(e.Mean[i]) || !finite(e.LogVar[i]) {
				return nil, fmt.Errorf("%w: q(z|x) of item %d", ErrValues, i)
			}
		}
	}
	return e, nil
}

// Evaluation holds what is known of every item, in nats.
type Evaluation struct {
	Encoding
	// ELBO is Reconstruction - the sum of KL.
	ELBO []float64
	// Bound is the importance-weighted bound of all samples.
	Bound []float64
	// Reconstruction is E_q[log p(x|z)], by the samples.
	Reconstruction []float64
	KL             [][]float64 // KL(q || p(z)) by dimension of z
	// LogWeights are log p(x, z) - log q(z|x) of the samples.
	LogWeights [][]float64
}

// Evaluate measures every item with K samples from q. An item's figures depend on
// the key, its place and K alone.
func (m *Model) Evaluate(x [][]float64, samples int, key Key) (*Evaluation, error) {
	if samples < 1 {
		return nil, fmt.Errorf("%w: number of samples is %d, expected at least 1", ErrOptions, samples)
	}
	encoding, err := m.Encode(x)
	if err != nil {
		return nil, err
	}
	flat, err := m.flatten(x)
	if err != nil {
		return nil, err
	}
	e := &Evaluation{Encoding: *encoding}
	block := max(1, blockRows/samples)
	for from := 0; from < len(x); from += block {
		to := min(from+block, len(x))
		if err := m.evaluate(e, flat[from*m.Data:to*m.Data], from, samples, key); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// evaluate appends the figures of some items, the first of which has the place from.
func (m *Model) evaluate(e *Evaluation, x []float64, from, samples int, key Key) error {
	n := len(x) / m.Data
	c, mac := m.context(), m.machines.Next()
	defer m.Release()
	q := m.posterior(c, x)
	prior := elbo.StandardNormal(q.Mean, n, m.Latent)
	z := q.Sample(m.noise(c, key, "evaluation", from, n, samples))
	logLikelihood := m.logLikelihood(c, x, z)
	logW := graph.Sub(graph.Add(logLikelihood, prior.LogProb(z)), q.LogProb(z))
	kl := q.KLByDimension(prior)
	if err := mac.Finish(logLikelihood, logW, kl); err != nil {
		return err
	}
	logs := rowsOf(mac, logLikelihood)
	e.LogWeights, e.KL = append(e.LogWeights, rowsOf(mac, logW)...), append(e.KL, rowsOf(mac, kl)...)
	for i := range n {
		if !finite(e.LogWeights[from+i]) {
			return fmt.Errorf("%w: log-weights of item %d", ErrValues, from+i)
		}
		reconstruction := mean(logs[i])
		bound := reconstruction
		for _, v := range e.KL[from+i] {
			bound -= v
		}
		e.Reconstruction = append(e.Reconstruction, reconstruction)
		e.ELBO = append(e.ELBO, bound)
		e.Bound = append(e.Bound, LogMeanExp(e.LogWeights[from+i]))
	}
	return nil
}

func mean(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// LogMeanExp returns log 1/K sum exp x_k, the importance-weighted bound of
// log-weights x.
func LogMeanExp(x []float64) float64 {
	most := math.Inf(-1)
	for _, v := range x {
		most = max(most, v)
	}
	if math.IsInf(most, -1) {
		return most
	}
	var sum float64
	for _, v := range x {
		sum += math.Exp(v - most)
	}
	return most + math.Log(sum/float64(len(x)))
}
