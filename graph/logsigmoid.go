package graph

import "math"

// LogSigmoid returns log sigmoid(x), elementwise and without overflow.
func LogSigmoid(x *Node) *Node {
	return apply(spec{
		name:  "log-sigmoid",
		shape: shapeOf(x),
		run:   kernel{mapped(logSigmoid[float32]), mapped(logSigmoid[float64])},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{logSigmoidGrad(in[0], g)} },
	}, x)
}

func logSigmoidGrad(x, g *Node) *Node {
	return apply(spec{
		name:  "log-sigmoid-grad",
		shape: shapeOf(x),
		run: kernel{
			pairwise(func(v, d float32) float32 { return d * sigmoid(-v) }),
			pairwise(func(v, d float64) float64 { return d * sigmoid(-v) }),
		},
	}, x, g)
}

func logSigmoid[T Float](x T) T {
	v := float64(x)
	return T(min(v, 0) - math.Log1p(math.Exp(-math.Abs(v))))
}

func sigmoid[T Float](x T) T { return T(1 / (1 + math.Exp(-float64(x)))) }

func tanh[T Float](x T) T { return T(math.Tanh(float64(x))) }
