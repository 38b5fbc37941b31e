package graph

import "arbelos/graph/dirichlet"

// Log returns the natural logarithm of x, elementwise.
func Log(x *Node) *Node {
	return apply(spec{
		name:  "log",
		shape: shapeOf(x),
		run:   kernel{overSlice(dirichlet.Log[float32]), overSlice(dirichlet.Log[float64])},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{Div(g, in[0])} },
	}, x)
}
