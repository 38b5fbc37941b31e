package graph

import (
	"fmt"
	"math"

	"gorgonia.org/tensor"
)

// CheckGrad holds the gradient of a function against central differences.
// build makes, from one input node a value, the node whose elements are
// weighted by weights (any length at least the node's; unequal ones, so that an
// upstream gradient of all ones hides nothing) and summed. All values are
// Float64. It returns an error that names the input, the element and both
// numbers where they differ by more than tol (1 + |difference|).
func CheckGrad(build func(in []*Node) *Node, values []*tensor.Dense, weights func(i int) float64, tol float64) error {
	cost := func(wantGrad bool) (float64, [][]float64, error) {
		g := New()
		in := make([]*Node, len(values))
		for i, v := range values {
			in[i] = Input(g, fmt.Sprintf("in%d", i), v)
		}
		out := build(in)
		flat := out
		if out.Dims() != 1 {
			flat = Reshape(out, tensor.Shape(shapeOf(out)).TotalSize())
		}
		w := make([]float64, flat.Shape()[0])
		for i := range w {
			w[i] = weights(i)
		}
		total := Dot(flat, w)
		m := NewMachine(tensor.Float64, NewPool())
		defer m.Close()
		if !wantGrad {
			err := m.Run(total)
			if err != nil {
				return 0, nil, err
			}
			return m.Scalar(total), nil, nil
		}
		nodes, err := Grad(total, in)
		if err != nil {
			return 0, nil, err
		}
		grads := make([][]float64, len(in))
		for i, n := range nodes {
			if n == nil {
				grads[i] = make([]float64, values[i].DataSize())
				continue
			}
			if !n.Shape().Eq(values[i].Shape()) {
				return 0, nil, fmt.Errorf("graph: gradient of input %d has shape %v, the input %v", i, n.Shape(), values[i].Shape())
			}
			if err := m.Run(n); err != nil {
				return 0, nil, err
			}
			grads[i] = Float64s(m.Value(n))
		}
		return 0, grads, nil
	}
	_, grads, err := cost(true)
	if err != nil {
		return err
	}
	for i, v := range values {
		x := v.Data().([]float64)
		for j := range x {
			const h = 1e-5
			old := x[j]
			x[j] = old + h
			up, _, err := cost(false)
			if err != nil {
				return err
			}
			x[j] = old - h
			down, _, err := cost(false)
			if err != nil {
				return err
			}
			x[j] = old
			want := (up - down) / (2 * h)
			if got := grads[i][j]; !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
				return fmt.Errorf("graph: gradient of input %d, element %d: got %.10g, central difference %.10g", i, j, got, want)
			}
		}
	}
	return nil
}
