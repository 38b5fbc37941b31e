package elbo

import (
	"math"

	"arbelos/graph"
)

// Gaussian is the normal distribution with diagonal covariance, one for each
// item.
type Gaussian struct {
	Mean, LogVar *graph.Node // [N, D]; LogVar is the logarithm of the variances
}

// Sample returns z [N K, D], reparameterised: z = mean + exp(LogVar/2) noise,
// for standard normal noise [N K, D] (Kingma and Welling, ICLR 2014). A function
// of z has a gradient in the parameters.
func (q Gaussian) Sample(noise *graph.Node) *graph.Node {
	r := q.over(noise)
	return graph.Add(r.Mean, graph.Mul(graph.Exp(graph.Scale(r.LogVar, 0.5)), noise))
}

// LogProb returns log q(z) [N, K] of samples z [N K, D]:
//
//	-1/2 sum_d ((z_d - mean_d)^2 / var_d + log var_d + log 2 pi)
func (q Gaussian) LogProb(z *graph.Node) *graph.Node {
	n, d := q.shape()
	r := q.over(z)
	away := graph.Sub(z, r.Mean)
	squares := graph.Mul(graph.Mul(away, away), graph.Exp(graph.Scale(r.LogVar, -1)))
	total := graph.RowSums(graph.Add(squares, r.LogVar))
	logProb := graph.Shift(graph.Scale(total, -0.5), -0.5*float64(d)*math.Log(2*math.Pi))
	return graph.Reshape(logProb, n, z.Shape()[0]/n)
}

// Entropy returns H [N]:
//
//	1/2 sum_d (log var_d + log 2 pi + 1)
func (q Gaussian) Entropy() *graph.Node {
	_, d := q.shape()
	return graph.Shift(graph.Scale(graph.RowSums(q.LogVar), 0.5), 0.5*float64(d)*(math.Log(2*math.Pi)+1))
}

// KL returns KL(q || p) [N], for p of the same shape.
func (q Gaussian) KL(p Gaussian) *graph.Node { return graph.RowSums(q.KLByDimension(p)) }

// KLByDimension returns the summands [N, D] of KL(q || p):
//
//	1/2 ((var_q + (mean_q - mean_p)^2) / var_p - 1 + log var_p - log var_q)
func (q Gaussian) KLByDimension(p Gaussian) *graph.Node {
	q.shape()
	p.shape()
	checkSame(q.Mean, p.Mean)
	away := graph.Sub(q.Mean, p.Mean)
	logRatio := graph.Sub(q.LogVar, p.LogVar)
	squares := graph.Mul(graph.Mul(away, away), graph.Exp(graph.Scale(p.LogVar, -1)))
	twice := graph.Sub(graph.Add(graph.Exp(logRatio), squares), graph.Shift(logRatio, 1))
	return graph.Scale(twice, 0.5)
}

// Stop returns q with no derivative in its parameters.
func (q Gaussian) Stop() Gaussian { return Gaussian{graph.Stop(q.Mean), graph.Stop(q.LogVar)} }

// Repeat returns q k times for each item, [N k, D]: a prior of one row for all
// items, or a distribution for each sample.
func (q Gaussian) Repeat(k int) Gaussian {
	n, _ := q.shape()
	if k < 1 {
		panic(errSamples)
	}
	if k == 1 {
		return q
	}
	at := repeated(n, k)
	return Gaussian{graph.Gather(q.Mean, at), graph.Gather(q.LogVar, at)}
}

// StandardNormal returns N(0, I), of shape [n, d] and for graphs of like's.
func StandardNormal(like *graph.Node, n, d int) Gaussian {
	zeros := graph.Zeros(like.Graph(), like.Dtype(), n, d)
	return Gaussian{zeros, zeros}
}

func (q Gaussian) shape() (n, d int) {
	n, d = samplesOf(q.Mean)
	checkSame(q.Mean, q.LogVar)
	return n, d
}

// over returns the parameters for each row of z [N K, D].
func (q Gaussian) over(z *graph.Node) Gaussian {
	n, d := q.shape()
	if z.Dims() != 2 || z.Shape()[1] != d || z.Shape()[0]%n != 0 {
		panic(errShape)
	}
	return q.Repeat(z.Shape()[0] / n)
}
