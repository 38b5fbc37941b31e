package train

import (
	"testing"

	"arbelos/graph"

	"gorgonia.org/tensor"
)

func TestStepRefusesWrongGradients(t *testing.T) {
	p := []*graph.Param{param64("x", 1, 2)}
	transposed := tensor.New(tensor.WithShape(2, 1), tensor.WithBacking([]float64{1, 2}))
	for name, grads := range map[string][]*tensor.Dense{
		"number":       {},
		"shape":        {vector(1, 2, 3)},
		"rank":         {transposed},
		"element type": {tensor.New(tensor.WithShape(2), tensor.WithBacking([]float32{1, 2}))},
	} {
		for _, o := range []Optimiser{&SGD{}, &Adam{}} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: %T took the gradients", name, o)
					}
				}()
				o.Step(1, p, grads)
			}()
		}
	}
}
