package layers

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/graph"
)

// Ops is a build of the recurrent pieces.
type Ops string

// Fused makes each recurrence one op with its gradient op. Unrolled makes it of
// plain nodes, one group a level: the definition, to which the fused ops are
// held.
const (
	Fused    Ops = "fused"
	Unrolled Ops = "unrolled"
)

// Context is one graph under construction: the nodes of the parameters used so
// far and the source of dropout masks.
type Context struct {
	Graph *graph.Graph
	Dtype tensor.Dtype
	Ops   Ops // the build of the recurrences; Fused in a new context

	dropout float64
	masks   *rand.Rand
	params  map[*graph.Param]*graph.Node
	order   []*graph.Param
	inputs  int
}

// NewContext starts a graph. Dropout has the given rate with masks drawn from
// masks; for a rate of 0 (evaluation), masks may be nil.
func NewContext(dt tensor.Dtype, dropout float64, masks *rand.Rand) *Context {
	return &Context{
		Graph:   graph.New(),
		Dtype:   dt,
		Ops:     Fused,
		dropout: dropout,
		masks:   masks,
		params:  map[*graph.Param]*graph.Node{},
	}
}

// Param returns the node of p, one for each graph.
func (c *Context) Param(p *graph.Param) *graph.Node {
	n, ok := c.params[p]
	if !ok {
		n = graph.Input(c.Graph, p.Name, p.Value)
		c.params[p] = n
		c.order = append(c.order, p)
	}
	return n
}

// Grad differentiates the scalar cost in the parameters, with an entry for each: nil
// where the cost does not depend on it; see [graph.Grad].
func (c *Context) Grad(cost *graph.Node, params []*graph.Param) ([]*graph.Node, error) {
	wrt := make([]*graph.Node, len(params))
	for i, p := range params {
		wrt[i] = c.Param(p)
	}
	return graph.Grad(cost, wrt)
}

// Gradients computes the scalar cost, the other nodes, and the gradients of the cost in
// the parameters: nil where it does not depend on one. All are valid until mac runs again.
func (c *Context) Gradients(mac *graph.Machine, cost *graph.Node, params []*graph.Param, others ...*graph.Node) ([]*tensor.Dense, error) {
	grads, err := c.Grad(cost, params)
	if err != nil {
		return nil, err
	}
	if err := mac.Finish(slices.Concat([]*graph.Node{cost}, others, grads)...); err != nil {
		return nil, err
	}
	return mac.Values(grads), nil
}

// Params returns the parameters that the graph uses, in the order of first use.
func (c *Context) Params() []*graph.Param { return c.order }

// Input returns a new leaf with the given value.
func (c *Context) Input(v *tensor.Dense) *graph.Node {
	c.inputs++
	return graph.Input(c.Graph, fmt.Sprintf("#%d", c.inputs), v) // no parameter's name starts so
}

// Dropout returns x with a fresh mask over all its elements, or x itself where
// the rate is 0.
func (c *Context) Dropout(x *graph.Node) *graph.Node {
	mask := c.mask(x.Shape()...)
	if mask == nil {
		return x
	}
	return graph.Dropout(x, mask)
}

// mask returns a fresh mask, or nil where the rate is 0.
func (c *Context) mask(shape ...int) *graph.Node {
	if c.dropout == 0 {
		return nil
	}
	return c.Input(graph.DropoutMask(c.masks, c.Dtype, c.dropout, shape...))
}
