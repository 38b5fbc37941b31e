package train

import (
	"fmt"

	"arbelos/graph"

	"gorgonia.org/tensor"
)

// SGD is stochastic gradient ascent, x <- x + rate g, without momentum. Its
// only state is the number of steps, kept for the record.
type SGD struct{ steps int }

// Step implements Optimiser.
func (o *SGD) Step(rate float64, params []*graph.Param, grads []*tensor.Dense) {
	checkFits(params, grads)
	o.steps++
	for i, p := range params {
		switch g := grads[i]; {
		case g == nil:
		case isFloat32(p.Value):
			addScaled(elements[float32](p.Value), float32(rate), elements[float32](g))
		default:
			addScaled(elements[float64](p.Value), rate, elements[float64](g))
		}
	}
}

// State implements Optimiser.
func (o *SGD) State() OptimiserState { return OptimiserState{Rule: "sgd", Steps: o.steps} }

// Restore implements Optimiser.
func (o *SGD) Restore(s OptimiserState, _ []*graph.Param) error {
	if s.Rule != "sgd" {
		return fmt.Errorf("optimiser: found %q, expected \"sgd\"", s.Rule)
	}
	if len(s.Tensors) > 0 {
		return fmt.Errorf("optimiser sgd: found %d tensors of state, expected none", len(s.Tensors))
	}
	o.steps = s.Steps
	return nil
}

// addScaled is x += a y. The product is rounded before the sum, so that a
// machine with fused multiply-add gives the same bits as one without.
func addScaled[T float](x []T, a T, y []T) {
	y = y[:len(x)]
	for i := range x {
		x[i] += T(a * y[i])
	}
}
