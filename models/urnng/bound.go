package urnng

import (
	"slices"

	"arbelos/graph"
	"arbelos/layers/elbo"
)

// surrogate returns the scalar to be maximised, whose gradient estimates the
// gradient of the evidence lower bound, averaged over the sentences:
//
//	mean_k f_k + mean_k stop(f_k - r_k) log q(z_k|x) + w H[q]
//	f_k = log p(x|z_k) + w log p(z_k),  r_k the mean of the other f_j
//
// p and logQ have samples rows for each sentence, entropy one; w is the KL
// weight. With one sample there is no other, and r_k is 0. Without trainQ the
// terms that only q's gradient needs are left out.
func surrogate(p joint, logQ, entropy *graph.Node, samples int, w float64, trainQ bool) *graph.Node {
	sentences := entropy.Shape()[0]
	f := graph.Reshape(graph.Add(p.words, graph.Scale(p.actions, w)), sentences, samples)
	if !trainQ {
		return elbo.Mean(f)
	}
	score := elbo.ScoreFunction(f, graph.Reshape(logQ, sentences, samples), elbo.LeaveOneOut(f))
	return graph.Add(score, graph.Dot(entropy, slices.Repeat([]float64{w / float64(sentences)}, sentences)))
}
