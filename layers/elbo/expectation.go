package elbo

import "arbelos/graph"

// Expectation is how an expectation over q(z|x) is taken: from the values
// [N, K] of a function of z to [N].
type Expectation func(x *graph.Node) *graph.Node

// SampleMean estimates expectations by the mean over samples from q. Its
// gradient is right in what the values depend on, and in q only where the
// samples are reparameterised (Gaussian.Sample); see ScoreFunction for the rest.
func SampleMean(x *graph.Node) *graph.Node {
	_, k := samplesOf(x)
	return graph.Scale(graph.RowSums(x), 1/float64(k))
}

// Under takes expectations exactly, where z has few values: column k belongs to
// the k-th value, and logQ [N, K] has log q of all of them.
func Under(logQ *graph.Node) Expectation {
	samplesOf(logQ)
	q := graph.Exp(logQ)
	return func(x *graph.Node) *graph.Node {
		checkSame(logQ, x)
		return graph.RowDot(q, x)
	}
}
