package layers

import (
	"fmt"
	"math"

	"arbelos/graph"
)

// MLP is a multilayer perceptron: affine maps with a ReLU between each two.
type MLP []Linear

// NewMLP makes the parameters of name.0, name.1 and so on, which map rows of
// widths[0] numbers to widths[1] and at last to the last of the widths. The
// parameters of a map from n inputs are uniform on [-1/sqrt(n), 1/sqrt(n)),
// whatever m.Range is, so that what comes out is of order one at any width.
func NewMLP(m *Maker, name string, widths ...int) MLP {
	defer func(before float64) { m.Range = before }(m.Range)
	net := make(MLP, len(widths)-1)
	for i := range net {
		m.Range = 1 / math.Sqrt(float64(widths[i]))
		net[i] = NewLinear(m, fmt.Sprintf("%s.%d", name, i), widths[i], widths[i+1])
	}
	return net
}

// Forward returns [n, out] for x [n, in].
func (l MLP) Forward(c *Context, x *graph.Node) *graph.Node {
	for i, layer := range l {
		if i > 0 {
			x = graph.ReLU(x)
		}
		x = layer.Forward(c, x)
	}
	return x
}
