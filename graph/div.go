package graph

// Div returns the elementwise ratio of a and b, of equal shapes.
func Div(a, b *Node) *Node {
	return apply(spec{
		name:  "div",
		shape: sameShape(a, b),
		run:   kernel{pairwise(func(x, y float32) float32 { return x / y }), pairwise(func(x, y float64) float64 { return x / y })},
		grad: func(in []*Node, out, g *Node) []*Node {
			da := Div(g, in[1])
			return []*Node{da, Scale(Mul(da, out), -1)}
		},
	}, a, b)
}
