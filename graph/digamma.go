package graph

import "arbelos/graph/dirichlet"

// Digamma returns the derivative of log gamma at x > 0, elementwise: -Inf at 0,
// and NaN below.
func Digamma(x *Node) *Node {
	return apply(spec{
		name:  "digamma",
		shape: shapeOf(x),
		run:   kernel{overSlice(dirichlet.Digamma[float32]), overSlice(dirichlet.Digamma[float64])},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{Mul(g, trigamma(in[0]))} },
	}, x)
}

// trigamma returns the derivative of digamma.
func trigamma(x *Node) *Node {
	return apply(spec{
		name:  "trigamma",
		shape: shapeOf(x),
		run:   kernel{overSlice(dirichlet.Trigamma[float32]), overSlice(dirichlet.Trigamma[float64])},
	}, x)
}

// overSlice makes a parallel kernel of a function of slices whose results do not
// depend on where a slice is cut.
func overSlice[T Float](f func(dst, x []T)) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x := in[0]
		parallel(len(dst), grainFor(8), func(from, to int) { f(dst[from:to], x[from:to]) })
	}
}
