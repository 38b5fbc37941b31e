package elbo

import "arbelos/graph"

// ScoreFunction returns the surrogate whose gradient estimates that of E_q[f]
// from K samples of any z, discrete ones too (Williams, 1992):
//
//	mean_k f_k + mean_k stop(f_k - r_k) log q(z_k|x)
//
// f and logQ are [N, K]. The samples must not be reparameterised. With
// f = log p(x, z) - log q(z|x) the expectation is the evidence lower bound;
// with f = log p(x, z) the entropy is to be added, which costs no variance where
// it is known in closed form. A gradient of f in q's own parameters is right as
// it stands.
//
// The baseline r [N, K], LeaveOneOut(f) or MovingAverage.Baseline(f), may depend
// on anything but the sample that it belongs to; nil is none.
func ScoreFunction(f, logQ, baseline *graph.Node) *graph.Node {
	samplesOf(f)
	checkSame(f, logQ)
	signal := f
	if baseline != nil {
		checkSame(f, baseline)
		signal = graph.Sub(f, baseline)
	}
	return graph.Add(Mean(f), Mean(graph.Mul(graph.Stop(signal), logQ)))
}
