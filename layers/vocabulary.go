package layers

import "arbelos/graph"

// Vocabulary is the output layer over words: Table [v, h], which is the
// embedding of the input as well, and Bias [v].
type Vocabulary struct {
	Embedding
	Bias *graph.Param
}

// NewVocabulary makes the parameters name and name.bias.
func NewVocabulary(m *Maker, name string, size, width int) Vocabulary {
	return Vocabulary{NewEmbedding(m, name, size, width), m.Param(name+".bias", size)}
}

// Logits returns [n, v] for the states x [n, h].
func (v Vocabulary) Logits(c *Context, x *graph.Node) *graph.Node {
	return graph.AddRow(graph.MatMul(x, c.Param(v.Table), false, true), c.Param(v.Bias))
}

// LogProbs returns the vector [n] of log softmax(logits of x_i)[target_i].
func (v Vocabulary) LogProbs(c *Context, x *graph.Node, targets []int) *graph.Node {
	if c.Ops == Fused {
		return graph.WordLogProbs(x, c.Param(v.Table), c.Param(v.Bias), targets)
	}
	return graph.LogSoftmaxPick(v.Logits(c, x), targets)
}
