package elbo

import "arbelos/graph"

// DoublyReparameterised returns the importance-weighted bound [N] of K samples
// from a Gaussian q, with the doubly reparameterised gradient in q's parameters
// (Tucker, Lawson, Gu and Maddison, ICLR 2019):
//
//	sum_k v_k^2 (d log w_k / d z_k) (d z_k / d q),  v_k = w_k / sum_j w_j
//
// and the pathwise one, sum_k v_k d log w_k, in p's. Its mean is the gradient of
// the bound; where the pathwise gradient's signal in q falls with K against its
// noise, this one's does not. With one sample it is the gradient without the
// score of q (Roeder, Wu and Duvenaud, NeurIPS 2017).
//
// noise [N K, D] is standard normal; logJoint takes samples z [N K, D] to
// log p(x, z) [N, K], and may depend on q's parameters through z alone.
func DoublyReparameterised(q Gaussian, noise *graph.Node, logJoint func(z *graph.Node) *graph.Node) *graph.Node {
	// Where z is made, the gradient v_k (d log w_k / d z_k) that comes in from
	// the bound is multiplied by v_k once more. q's density is taken with its
	// parameters stopped: the gradient through them is what has mean 0 here.
	var logW *graph.Node
	z := graph.ScaleGradient(q.Sample(noise), func() *graph.Node { return flat(NormalisedWeights(logW)) })
	logW = graph.Sub(logJoint(z), q.Stop().LogProb(z))
	return ImportanceWeighted(logW)
}
