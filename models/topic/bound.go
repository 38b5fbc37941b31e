package topic

import (
	"math"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/layers/elbo"
	"arbelos/models/lda"
)

// bound is the evidence lower bound of a batch, as nodes.
type bound struct {
	logLikelihood *graph.Node // log p(d|theta) of each sample, [N, samples]
	kl            *graph.Node // KL(q || prior) by dimension, [N, K]
}

// bound adds the bound of bags to a graph: for each document as many samples as the
// noise [N samples, K] has rows for it, one after the other. norm normalises the
// encoder's means.
func (m *Model) bound(c *layers.Context, docs *graph.CSR, noise *graph.Node, norm func(*layers.Context, *graph.Node) *graph.Node) bound {
	prior := m.prior(c, docs.Rows)
	q := m.Encoder.forward(c, docs, prior, norm)
	samples := noise.Shape()[0] / docs.Rows
	words := m.logLikelihood(c, repeat(docs, samples), softmaxRows(q.Sample(noise)))
	return bound{
		logLikelihood: graph.Reshape(words, docs.Rows, samples),
		kl:            q.KLByDimension(prior),
	}
}

// prior returns the Laplace approximation of the Dirichlet for n documents.
func (m *Model) prior(c *layers.Context, n int) elbo.Gaussian {
	mean, variance := Laplace(m.alpha)
	var means, logs []float64
	for range n {
		means = append(means, mean...)
		for _, v := range variance {
			logs = append(logs, math.Log(v))
		}
	}
	k := m.Topics
	return elbo.Gaussian{
		Mean:   c.Input(graph.FromFloat64s(m.dtype, means, n, k)),
		LogVar: c.Input(graph.FromFloat64s(m.dtype, logs, n, k)),
	}
}

// logLikelihood returns log p(d|theta) [N] for theta [N, K], without the multinomial
// coefficient.
func (m *Model) logLikelihood(c *layers.Context, docs *graph.CSR, theta *graph.Node) *graph.Node {
	beta := c.Param(m.Beta)
	if m.Decoder == Mixture {
		return graph.BagMixture(docs, theta, graph.ColumnSoftmax(beta))
	}
	// sum_w count_w theta.beta_w - (sum_w count_w) logsumexp_w theta.beta_w
	totals := make([]float64, docs.Rows)
	for d := range totals {
		for _, count := range docs.Value[docs.Start[d]:docs.Start[d+1]] {
			totals[d] += count
		}
	}
	observed := graph.RowDot(theta, graph.SparseMatMul(docs, beta))
	normaliser := graph.LogSumExp(graph.MatMul(theta, beta, false, true))
	return graph.Sub(observed, graph.Mul(c.Input(graph.FromFloat64s(m.dtype, totals, docs.Rows)), normaliser))
}

// softmaxRows returns the softmax of each row of h.
func softmaxRows(h *graph.Node) *graph.Node {
	return graph.Exp(graph.AddColumn(h, graph.Scale(graph.LogSumExp(h), -1)))
}

// matrix returns the counts of bags [N, V].
func matrix(docs []lda.Bag, v int) *graph.CSR {
	a := &graph.CSR{Cols: v, Start: []int{0}, Value: []float64{}}
	for _, doc := range docs {
		a.AppendRow(doc.IDs...)
		a.Value = append(a.Value, doc.Counts...)
	}
	return a
}

// repeat returns each row so many times.
func repeat(a *graph.CSR, times int) *graph.CSR {
	if times == 1 {
		return a
	}
	out := &graph.CSR{Cols: a.Cols, Start: []int{0}, Value: []float64{}}
	for r := range a.Rows {
		from, to := a.Start[r], a.Start[r+1]
		for range times {
			out.AppendRow(a.Index[from:to]...)
			out.Value = append(out.Value, a.Value[from:to]...)
		}
	}
	return out
}
