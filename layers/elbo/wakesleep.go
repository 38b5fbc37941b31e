package elbo

import "arbelos/graph"

// The losses of reweighted wake-sleep (Bornschein and Bengio, ICLR 2015), to be
// maximised as everything here. The parameters of p and of q must be apart: each
// phase trains one of the two.

// WakeModel returns the wake phase's surrogate for p, from K samples of q whose
// log p(x, z) and log q(z|x) are [N, K]. Its value is the importance-weighted
// bound and its gradient
//
//	sum_k v_k grad log p(x, z_k),  v_k = w_k / sum_j w_j, w = p / q
func WakeModel(logP, logQ *graph.Node) *graph.Node {
	checkSame(logP, logQ)
	return Mean(ImportanceWeighted(graph.Sub(logP, graph.Stop(logQ))))
}

// WakePosterior returns the wake phase's surrogate for q, of the same samples:
//
//	sum_k stop(v_k) log q(z_k|x)
//
// It estimates the gradient of -KL(p(z|x) || q(z|x)), the other way round than
// in the evidence lower bound, with a bias that falls as 1/K; with one sample
// its mean is 0.
func WakePosterior(logP, logQ *graph.Node) *graph.Node {
	checkSame(logP, logQ)
	v := graph.Stop(NormalisedWeights(graph.Sub(logP, logQ)))
	return Mean(graph.RowDot(v, logQ))
}

// SleepPosterior returns the sleep phase's surrogate for q: the mean of
// log q(z|x) [N, K] where x and z were both drawn from p. Its gradient is an
// unbiased estimate of that of -KL(p(z|x) || q(z|x)), averaged over the x of p
// and not over those of the data.
func SleepPosterior(logQ *graph.Node) *graph.Node {
	samplesOf(logQ)
	return Mean(logQ)
}
