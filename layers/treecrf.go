package layers

import "arbelos/graph"

// TreeCRF is the distribution over the binary trees of a batch of sentences
// whose trees have weight exp(sum of their spans' scores):
//
//	q(B|x) = exp(sum B_ij s_ij) / Z
//
// Its fields are nodes of the graph that the scores are in.
type TreeCRF struct {
	Chart        *graph.Chart
	Scores       *graph.Node // of all spans, in the chart's order
	Beta         *graph.Node // inside scores of all spans
	LogPartition *graph.Node // [sentences]
	Entropy      *graph.Node // [sentences]
}

// NewTreeCRF adds the inside recursion and the entropy to the graph.
func NewTreeCRF(c *Context, chart *graph.Chart, scores *graph.Node) *TreeCRF {
	beta, entropy := insideEntropy(c, chart, scores)
	roots := make([]int, len(chart.Lengths))
	for b := range roots {
		roots[b] = chart.Root(b)
	}
	return &TreeCRF{
		Chart:        chart,
		Scores:       scores,
		Beta:         beta,
		LogPartition: graph.Gather(beta, roots),
		Entropy:      graph.Gather(entropy, roots),
	}
}

func insideEntropy(c *Context, chart *graph.Chart, scores *graph.Node) (beta, entropy *graph.Node) {
	if c.Ops == Fused {
		return graph.InsideEntropy(chart, scores)
	}
	beta = graph.Rows(scores, 0, chart.Upto(1))
	entropy = graph.Zeros(c.Graph, c.Dtype, chart.Upto(1))
	for w := 2; w <= chart.MaxWidth(); w++ {
		entropy = graph.EntropyStep(chart, w, beta, entropy)
		beta = graph.InsideStep(chart, w, beta, graph.Rows(scores, chart.Upto(w-1), chart.Upto(w)))
	}
	return beta, entropy
}

// LogProb returns the vector of log q of the given trees, all trees of the
// first sentence first.
func (t *TreeCRF) LogProb(trees [][]Tree) *graph.Node {
	spans := graph.CSR{Cols: t.Chart.Upto(t.Chart.MaxWidth())}
	var sentence []int
	for b, ts := range trees {
		for _, tree := range ts {
			if !tree.Over(t.Chart.Lengths[b]) {
				panic(errTree)
			}
			var at []int
			for i := range tree.Words() {
				at = append(at, t.Chart.At(b, i, 1))
			}
			for _, s := range tree.Spans() {
				at = append(at, t.Chart.At(b, s.Start, s.Width))
			}
			spans.AppendRow(at...)
			sentence = append(sentence, b)
		}
	}
	return graph.Sub(graph.SparseMul(&spans, t.Scores), graph.Gather(t.LogPartition, sentence))
}
