package train

import (
	"slices"

	"arbelos/graph"

	"gorgonia.org/tensor"
)

// Optimiser updates the parameters of one group. All optimisers ascend: the
// gradients are those of an objective to be maximised, so that a step of rate
// 0.1 along the gradient 2 adds 0.2 to the parameter. (Definitions in the
// literature that minimise a loss are read with the gradient negated.)
type Optimiser interface {
	// Step moves every parameter in place. grads[i] has the shape and the
	// element type of params[i].Value; nil stands for a gradient of zeros. The
	// rate is an argument because it belongs to the schedule, and may differ
	// from step to step.
	Step(rate float64, params []*graph.Param, grads []*tensor.Dense)

	// State returns all that later steps depend on besides the parameters.
	// Its tensors are the optimiser's own: they are valid until the next Step
	// and must not be changed.
	State() OptimiserState

	// Restore replaces the state, whose tensors are copied. A state of another
	// rule, or one that does not fit the group's parameters, is an error that
	// says what differs, and changes nothing.
	Restore(state OptimiserState, params []*graph.Param) error
}

// OptimiserState is the state of an optimiser as a checkpoint holds it.
type OptimiserState struct {
	// Rule is the optimiser's name: "sgd" or "adam".
	Rule string `json:"rule"`
	// Steps counts the steps taken.
	Steps int `json:"steps"`
	// Tensors holds what is kept for each parameter, under the name of the
	// quantity, a slash and the parameter's name. They are stored with the
	// parameters and not in the JSON.
	Tensors map[string]*tensor.Dense `json:"-"`
}

// checkFits panics unless grads can be gradients of params.
func checkFits(params []*graph.Param, grads []*tensor.Dense) {
	if len(params) != len(grads) {
		panic("train: number of gradients differs from number of parameters")
	}
	for i, g := range grads {
		if g == nil {
			continue
		}
		if !slices.Equal(g.Shape(), params[i].Value.Shape()) {
			panic("train: shape of gradient differs from shape of parameter")
		}
		if g.Dtype() != params[i].Value.Dtype() {
			panic("train: element type of gradient differs from that of parameter")
		}
	}
}
