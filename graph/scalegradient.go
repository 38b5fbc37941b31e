package graph

// ScaleGradient returns x [n, m]. Whatever gradient reaches the result goes on
// to x with its rows times the elements of scale() [n]: an estimator that is no
// gradient of a function of x, such as the doubly reparameterised one, can be
// had from differentiating one. scale is called when the graph is
// differentiated, so that the factors may be computed from the result itself;
// they get no gradient.
func ScaleGradient(x *Node, scale func() *Node) *Node {
	n, m := matrixOf(x)
	return apply(spec{
		name:  "scale-gradient",
		shape: shapeOf(x),
		view:  &window{0, n * m},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{ScaleRows(g, scale())} },
	}, x)
}
