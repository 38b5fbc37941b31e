package elbo

import "arbelos/graph"

// Categorical is a distribution over Z values for each item.
type Categorical struct {
	LogProbs *graph.Node // [N, Z], finite
}

// NewCategorical returns the distribution with probabilities proportional to
// exp(logits), of finite logits [N, Z].
func NewCategorical(logits *graph.Node) Categorical {
	samplesOf(logits)
	return Categorical{graph.AddColumn(logits, graph.Scale(graph.LogSumExp(logits), -1))}
}

// LogProb returns log q(z) [N, K] of samples, N K values below Z, all those of
// the first item first.
func (q Categorical) LogProb(z []int) *graph.Node {
	n, values := samplesOf(q.LogProbs)
	if len(z) == 0 {
		panic(errSamples)
	}
	if len(z)%n != 0 {
		panic(errShape)
	}
	at := repeated(n, len(z)/n)
	for i, v := range z {
		if v < 0 || v >= values {
			panic(errValue)
		}
		at[i] = at[i]*values + v
	}
	return graph.Reshape(graph.Gather(flat(q.LogProbs), at), n, len(z)/n)
}

// Entropy returns H [N].
func (q Categorical) Entropy() *graph.Node {
	return graph.Scale(Under(q.LogProbs)(q.LogProbs), -1)
}

// KL returns KL(q || p) [N], for p of the same shape.
func (q Categorical) KL(p Categorical) *graph.Node {
	checkSame(q.LogProbs, p.LogProbs)
	return Under(q.LogProbs)(graph.Sub(q.LogProbs, p.LogProbs))
}
