package elbo

import "arbelos/graph"

// VIMCO returns the surrogate of the importance-weighted bound for samples of
// any z, discrete ones too (Mnih and Rezende, ICML 2016):
//
//	L + sum_k stop(L - L_k) log q(z_k|x),  L = log 1/K sum_j w_j
//
// where L_k is L with w_k replaced by the geometric mean of the other weights,
// which does not depend on sample k. logW = log p(x, z) - log q(z|x), with its
// gradient in both, and logQ are [N, K]. With one sample there is no L_k, and it
// is ScoreFunction without a baseline.
func VIMCO(logW, logQ *graph.Node) *graph.Node {
	samplesOf(logW)
	checkSame(logW, logQ)
	bound := ImportanceWeighted(logW)
	score := graph.RowDot(graph.Stop(vimcoSignal(logW, bound)), logQ)
	return Mean(graph.Add(bound, score))
}

// vimcoSignal returns L - L_k [N, K].
func vimcoSignal(logW, bound *graph.Node) *graph.Node {
	n, k := samplesOf(logW)
	each := graph.Gather(bound, repeated(n, k))
	if k == 1 {
		return graph.Reshape(each, n, k)
	}
	// For each sample a row of the item's weights, its own replaced.
	both := graph.ConcatRows(flat(logW), flat(LeaveOneOut(logW)))
	at := make([]int, 0, n*k*k)
	for this := range n * k {
		for j := this / k * k; j < (this/k+1)*k; j++ {
			if j == this {
				at = append(at, n*k+this)
			} else {
				at = append(at, j)
			}
		}
	}
	without := ImportanceWeighted(graph.Reshape(graph.Gather(both, at), n*k, k))
	return graph.Reshape(graph.Sub(each, without), n, k)
}
