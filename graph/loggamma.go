package graph

import "math"

// LogGamma returns the logarithm of the gamma function at x > 0, elementwise:
// +Inf at 0, and below the logarithm of its absolute value, which has no
// gradient here.
func LogGamma(x *Node) *Node {
	return apply(spec{
		name:  "log-gamma",
		shape: shapeOf(x),
		run:   kernel{mapped(logGamma[float32]), mapped(logGamma[float64])},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{Mul(g, Digamma(in[0]))} },
	}, x)
}

func logGamma[T Float](x T) T {
	v, _ := math.Lgamma(float64(x))
	return T(v)
}
