package graph

import (
	"fmt"
	"math"

	"gorgonia.org/tensor"
)

// CentralDifference returns the slope at 0 of f, a function of order one, by the
// five-point formula (Abramowitz and Stegun, 25.3.6). It calls f within 2e-5 of 0, where
// f must have no kink. The error of rounding is about 1e-10. That of the formula is of
// order 1e-20 times the fifth derivative, so that f may bend within a hundredth, as layer
// normalisation of a flat row does, and still be held to 1e-6.
func CentralDifference(f func(h float64) float64) float64 {
	const h = 1e-5
	return (f(-2*h) - 8*f(-h) + 8*f(h) - f(2*h)) / (12 * h)
}

// CheckGrad holds the gradient of a function against central differences.
// build makes, from one input node a value, the node whose elements are
// weighted by weights (unequal ones, so that an upstream gradient of all ones
// hides nothing) and summed. All values are Float64 and contiguous; they are
// changed meanwhile and put back. The error names the input, the element and
// both numbers where they differ by more than tol (1 + |difference|).
func CheckGrad(build func(in []*Node) *Node, values []*tensor.Dense, weights func(i int) float64, tol float64) error {
	g := New()
	in := make([]*Node, len(values))
	for i, v := range values {
		in[i] = Input(g, fmt.Sprintf("in%d", i), v)
	}
	total := weighted(build(in), weights)
	grads, err := gradients(total, in)
	if err != nil {
		return err
	}
	for i, v := range values {
		x := v.Float64s()
		for j := range x {
			want, err := centralDifference(total, &x[j])
			if err != nil {
				return err
			}
			if got := grads[i][j]; !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
				return fmt.Errorf("graph: gradient of input %d, element %d: got %.10g, central difference %.10g", i, j, got, want)
			}
		}
	}
	return nil
}

// weighted returns the sum of the elements of x times their weights.
func weighted(x *Node, weights func(i int) float64) *Node {
	w := make([]float64, x.Shape().TotalSize())
	for i := range w {
		w[i] = weights(i)
	}
	return Dot(Reshape(x, len(w)), w)
}

// gradients returns the elements of the gradient in each input: zeros where
// there is none.
func gradients(cost *Node, in []*Node) ([][]float64, error) {
	nodes, err := Grad(cost, in)
	if err != nil {
		return nil, err
	}
	m := NewMachine(tensor.Float64, NewPool())
	defer m.Close()
	for i, n := range nodes {
		if n != nil && !n.Shape().Eq(in[i].Shape()) {
			return nil, fmt.Errorf("graph: gradient of input %d has shape %v, the input %v", i, n.Shape(), in[i].Shape())
		}
	}
	if err := m.Finish(nodes...); err != nil {
		return nil, err
	}
	grads := make([][]float64, len(in))
	for i, n := range nodes {
		grads[i] = make([]float64, in[i].Shape().TotalSize())
		if n != nil {
			copy(grads[i], Float64s(m.Value(n)))
		}
	}
	return grads, nil
}

// centralDifference returns the slope of cost in *x, an element of an input.
func centralDifference(cost *Node, x *float64) (slope float64, err error) {
	m := NewMachine(tensor.Float64, NewPool())
	old := *x
	defer func() { *x = old }()
	slope = CentralDifference(func(h float64) float64 {
		*x = old + h
		if err == nil {
			err = m.Finish(cost)
		}
		if err != nil {
			return 0
		}
		defer m.Close()
		return m.Scalar(cost)
	})
	return slope, err
}
