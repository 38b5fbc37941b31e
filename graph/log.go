package graph

import "math"

// Log returns the natural logarithm of x, elementwise.
func Log(x *Node) *Node {
	return apply(spec{
		name:  "log",
		shape: shapeOf(x),
		run:   kernel{mapped(func(v float32) float32 { return float32(math.Log(float64(v))) }), mapped(math.Log)},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{Div(g, in[0])} },
	}, x)
}
