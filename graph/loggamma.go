package graph

import "arbelos/graph/dirichlet"

// LogGamma returns the logarithm of the gamma function at x > 0, elementwise: +Inf
// at 0, and NaN below.
func LogGamma(x *Node) *Node {
	return apply(spec{
		name:  "log-gamma",
		shape: shapeOf(x),
		run:   kernel{overSlice(dirichlet.LogGamma[float32]), overSlice(dirichlet.LogGamma[float64])},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{Mul(g, Digamma(in[0]))} },
	}, x)
}
