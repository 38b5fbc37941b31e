package elbo

import (
	"math"

	"arbelos/graph"
)

// ImportanceWeighted returns the bound [N] of K samples from q (Burda, Grosse
// and Salakhutdinov, ICLR 2016), of the log-weights
// log w = log p(x, z) - log q(z|x) [N, K]:
//
//	L_K = log 1/K sum_k w_k
//
// Its mean rises with K from the evidence lower bound to log p(x). The gradient
// in p's parameters is right for samples from anywhere. That in q's is right for
// reparameterised samples (the pathwise gradient); VIMCO is for others, and
// DoublyReparameterised has less variance. An item whose weights are all zero
// has the bound -Inf and no gradient.
func ImportanceWeighted(logW *graph.Node) *graph.Node {
	_, k := samplesOf(logW)
	return graph.Shift(graph.LogSumExp(logW), -math.Log(float64(k)))
}

// NormalisedWeights returns w_k / sum_j w_j [N, K] of log-weights [N, K].
func NormalisedWeights(logW *graph.Node) *graph.Node {
	samplesOf(logW)
	return graph.Exp(graph.AddColumn(logW, graph.Scale(graph.LogSumExp(logW), -1)))
}
