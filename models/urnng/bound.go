package urnng

import "arbelos/graph"

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
	f := graph.Add(p.words, graph.Scale(p.actions, w))
	perSample := constant(1/float64(sentences*samples), sentences*samples)
	bound := graph.Dot(f, perSample)
	if !trainQ {
		return bound
	}
	advantage := f
	if samples > 1 {
		advantage = graph.Sub(f, graph.SparseMul(leaveOneOut(sentences, samples), f))
	}
	score := graph.Dot(graph.Mul(graph.Stop(advantage), logQ), perSample)
	return graph.Add(graph.Add(bound, score), graph.Dot(entropy, constant(w/float64(sentences), sentences)))
}

// leaveOneOut is the matrix that takes each of a sentence's samples to the mean
// of its other ones.
func leaveOneOut(sentences, samples int) *graph.CSR {
	a := &graph.CSR{Cols: sentences * samples}
	for b := range sentences {
		for k := range samples {
			var others []int
			for j := range samples {
				if j != k {
					others = append(others, b*samples+j)
				}
			}
			a.AppendRow(others...)
		}
	}
	a.Value = constant(1/float64(samples-1), len(a.Index))
	return a
}

func constant(v float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = v
	}
	return x
}
