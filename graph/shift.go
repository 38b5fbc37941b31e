package graph

// Shift returns x + c.
func Shift(x *Node, c float64) *Node {
	return apply(spec{
		name:  "shift",
		shape: shapeOf(x),
		run:   kernel{mapped(func(v float32) float32 { return v + float32(c) }), mapped(func(v float64) float64 { return v + c })},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{g} },
	}, x)
}
