package train

import (
	"context"

	"arbelos/graph"

	"gorgonia.org/tensor"
)

// Model is what the loop trains.
type Model interface {
	// Params returns the parameters, always the same and in the same order.
	Params() []*graph.Param

	// Step computes the gradients of the objective, to be maximised, over one
	// batch. It must not change any parameter, and must depend on nothing but
	// them, the batch and the StepInfo, so that a resumed run repeats it: what
	// is random comes from graph.Rand with the step as a key. It need not heed
	// the context: the loop looks at it after every step.
	Step(ctx context.Context, at StepInfo) (StepResult, error)

	// Validate measures the model as it stands after an epoch, 0 for the
	// untrained model. The same rules hold.
	Validate(ctx context.Context, epoch int) (Validation, error)
}

// StepInfo says which step this is.
type StepInfo struct {
	Epoch int // from 1
	Step  int // counted over all epochs, from 1
	Batch int // index of the batch, from 0
	// KLWeight multiplies the KL term of a bound, 0 to 1.
	KLWeight float64
	// Trained holds the names of the groups that are trained in this epoch.
	// Gradients of the others are ignored, and need not be computed.
	Trained map[string]bool
}

// StepResult is what a step gives.
type StepResult struct {
	// Grads[i] is the gradient of the i-th parameter, of its shape and element
	// type; nil is a gradient of zeros. The loop may overwrite the tensors.
	Grads []*tensor.Dense
	// Metrics are the batch's. A NaN or an infinity among them stops training,
	// so the objective should be one of them.
	Metrics Metrics
}

// Validation is what a validation gives.
type Validation struct {
	// Score is what the schedule and the choice of the best checkpoint go by,
	// such as a perplexity: lower is better. It must be finite.
	Score   float64 `json:"score"`
	Metrics Metrics `json:"metrics"`
}
