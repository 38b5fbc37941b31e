package urnng

import (
	"arbelos/graph"
	"arbelos/layers"
)

// joint is log p(x, z) of every tree of a plan, in its two parts, and what they
// are sums of: a word in each context, either action in each choice.
type joint struct {
	words, actions   *graph.Node // [trees]
	wordIn, actionAt *graph.Node // in the order of the columns of the plan's matrices
}

// generate adds the generative network to a graph for the trees of a plan.
func (m *Model) generate(c *layers.Context, plan *layers.Plan) joint {
	leaves := c.Dropout(m.Words.Forward(c, plan.Leaves))
	elements := m.Tree.Forward(c, leaves, plan.Compose)
	tops := m.Stack.Forward(c, graph.Gather(elements, plan.Elements), plan.Stack)

	contexts := c.Dropout(graph.Gather(tops, plan.Contexts))
	logWords := m.Words.LogProbs(c, contexts, plan.Targets)
	reduce := m.reduceLogit(c, c.Dropout(graph.Gather(tops, plan.Choices)))
	logActions := graph.ConcatRows(graph.LogSigmoid(graph.Scale(reduce, -1)), graph.LogSigmoid(reduce))
	return joint{
		words:    graph.SparseMul(&plan.Words, logWords),
		actions:  graph.SparseMul(&plan.Actions, logActions),
		wordIn:   logWords,
		actionAt: logActions,
	}
}

// reduceLogit returns [n] for the top states [n, Width]: P(REDUCE) is its
// sigmoid.
func (m *Model) reduceLogit(c *layers.Context, tops *graph.Node) *graph.Node {
	logit := m.Action.Forward(c, tops)
	return graph.Reshape(logit, logit.Shape()[0])
}
