package layers

import "arbelos/graph"

// Linear is an affine map: Weight [out, in], Bias [out].
type Linear struct{ Weight, Bias *graph.Param }

// NewLinear makes the parameters name.weight and name.bias.
func NewLinear(m *Maker, name string, in, out int) Linear {
	return Linear{Weight: m.Param(name+".weight", out, in), Bias: m.Param(name+".bias", out)}
}

// Forward returns x W^T + b, [n, out], for x [n, in].
func (l Linear) Forward(c *Context, x *graph.Node) *graph.Node {
	return graph.AddRow(graph.MatMul(x, c.Param(l.Weight), false, true), c.Param(l.Bias))
}
