package elbo

import "arbelos/graph"

// The four ways to write the evidence lower bound, each [N]. They are equal
// where the expectation is exact; with samples they are estimates of equal mean
// that differ in variance.

// FromJoint returns E[log p(x, z) - log q(z|x)], which needs nothing but the
// two log-probabilities, both [N, K].
func FromJoint(e Expectation, logJoint, logQ *graph.Node) *graph.Node {
	checkSame(logJoint, logQ)
	return e(graph.Sub(logJoint, logQ))
}

// FromEvidence returns log p(x) - KL(q(z|x) || p(z|x)), both [N]: the gap of the
// bound is the divergence of q from the posterior, where that is known.
func FromEvidence(logEvidence, klPosterior *graph.Node) *graph.Node {
	checkSame(logEvidence, klPosterior)
	return graph.Sub(logEvidence, klPosterior)
}

// FromPrior returns E[log p(x|z)] - KL(q(z|x) || p(z)), of logLikelihood [N, K]
// and klPrior [N]: how well z explains x less what it costs to say z.
func FromPrior(e Expectation, logLikelihood, klPrior *graph.Node) *graph.Node {
	expected := e(logLikelihood)
	checkSame(expected, klPrior)
	return graph.Sub(expected, klPrior)
}

// FromEntropy returns H[q] + E[log p(z|x)] + log p(x), of logPosterior [N, K]
// and the others [N]. The entropy has a plus: H[q] = -E[log q].
func FromEntropy(e Expectation, entropy, logPosterior, logEvidence *graph.Node) *graph.Node {
	expected := e(logPosterior)
	checkSame(expected, entropy, logEvidence)
	return graph.Add(graph.Add(entropy, expected), logEvidence)
}
