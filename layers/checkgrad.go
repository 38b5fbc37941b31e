package layers

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
)

// CheckGrad holds the gradients in parameters, which are Float64, against central
// differences; see [graph.CheckGrad]. build makes the node whose elements are weighted
// and summed, in a context of its own without dropout.
func CheckGrad(params []*graph.Param, build func(c *Context) *graph.Node, weights func(i int) float64, tol float64) error {
	values := make([]*tensor.Dense, len(params))
	for i, p := range params {
		values[i] = p.Value
	}
	return graph.CheckGrad(func(in []*graph.Node) *graph.Node {
		c := NewContext(graph.Float64, 0, nil)
		c.Graph = in[0].Graph()
		for i, p := range params {
			c.params[p], c.order = in[i], append(c.order, p)
		}
		return build(c)
	}, values, weights, tol)
}
