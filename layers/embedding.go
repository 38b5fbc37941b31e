package layers

import "arbelos/graph"

// Embedding is a table of vectors, [size, width].
type Embedding struct{ Table *graph.Param }

// NewEmbedding makes the parameter name.
func NewEmbedding(m *Maker, name string, size, width int) Embedding {
	return Embedding{m.Param(name, size, width)}
}

// Forward returns the vectors of ids, [len(ids), width].
func (e Embedding) Forward(c *Context, ids []int) *graph.Node {
	return graph.Gather(c.Param(e.Table), ids)
}
