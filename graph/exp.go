package graph

import kern "arbelos/graph/kernel"

// Exp returns exp(x), elementwise.
func Exp(x *Node) *Node {
	return apply(spec{
		name:  "exp",
		shape: shapeOf(x),
		run:   kernel{overSlice(kern.Exp[float32]), overSlice(kern.Exp[float64])},
		grad:  func(_ []*Node, out, g *Node) []*Node { return []*Node{Mul(g, out)} },
	}, x)
}
