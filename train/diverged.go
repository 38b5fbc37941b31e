package train

import (
	"fmt"

	"arbelos/graph"

	"gorgonia.org/tensor"
)

// DivergedError reports a number that became NaN or infinite. Training stops
// before the number reaches a parameter or a checkpoint, so that the last
// checkpoint written is one from before.
type DivergedError struct {
	Epoch int // from 1
	Step  int // counted over all epochs, from 1
	Batch int // index of the batch; -1 where no batch is to blame
	// What is the number: a kind and a name, such as `gradient of "q.scorer.w"`,
	// `metric "elbo"` or `validation score`.
	What string
	// Value is the number found, with the first offending element of a tensor.
	Value float64
}

// Error names the epoch, the step, the batch and the number.
func (e *DivergedError) Error() string {
	batch := ""
	if e.Batch >= 0 {
		batch = fmt.Sprintf(", batch %d", e.Batch)
	}
	return fmt.Sprintf("training diverged: epoch %d, step %d%s: %s: found %v, expected a finite number",
		e.Epoch, e.Step, batch, e.What, e.Value)
}

// nonFiniteTensor names the first of the tensors which holds a NaN or an
// infinity, by its parameter and by what it is to it.
func nonFiniteTensor(what string, params []*graph.Param, of func(i int) *tensor.Dense) (string, float64, bool) {
	for i, p := range params {
		d := of(i)
		if d == nil {
			continue
		}
		if v, found := firstNonFinite(d); found {
			return fmt.Sprintf("%s of %q", what, p.Name), v, true
		}
	}
	return "", 0, false
}
