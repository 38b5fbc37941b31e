package urnng

import (
	"arbelos/graph"
	"arbelos/layers"
)

// wordRows is how many contexts' logits over the vocabulary exist at a time in
// a run without gradients.
const wordRows = 512

// joint is log p(x, z) of every tree of a plan, in its two parts.
type joint struct{ words, actions *graph.Node }

// generate adds the generative network to a graph for the trees of a plan.
func (m *Model) generate(c *layers.Context, plan *layers.Plan) joint {
	leaves := c.Dropout(m.Words.Forward(c, plan.Leaves))
	elements := m.Tree.Forward(c, leaves, plan.Compose)
	tops := m.Stack.Forward(c, graph.Gather(elements, plan.Elements), plan.Stack)

	contexts := c.Dropout(graph.Gather(tops, plan.Contexts))
	var logWords []*graph.Node
	for from := 0; from < len(plan.Targets); from += wordRows {
		to := min(from+wordRows, len(plan.Targets))
		logits := m.wordLogits(c, graph.Rows(contexts, from, to))
		logWords = append(logWords, graph.LogSoftmaxPick(logits, plan.Targets[from:to]))
	}
	reduce := m.reduceLogit(c, c.Dropout(graph.Gather(tops, plan.Choices)))
	logActions := graph.ConcatRows(graph.LogSigmoid(graph.Scale(reduce, -1)), graph.LogSigmoid(reduce))
	return joint{
		words:   graph.SparseMul(&plan.Words, graph.ConcatRows(logWords...)),
		actions: graph.SparseMul(&plan.Actions, logActions),
	}
}

// wordLogits returns [n, Vocab] for the top states [n, Width].
func (m *Model) wordLogits(c *layers.Context, tops *graph.Node) *graph.Node {
	return graph.AddRow(graph.MatMul(tops, c.Param(m.Words.Table), false, true), c.Param(m.WordBias))
}

// reduceLogit returns [n] for the top states [n, Width]: P(REDUCE) is its
// sigmoid.
func (m *Model) reduceLogit(c *layers.Context, tops *graph.Node) *graph.Node {
	logit := m.Action.Forward(c, tops)
	return graph.Reshape(logit, logit.Shape()[0])
}
