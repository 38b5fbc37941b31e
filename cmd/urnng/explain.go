package main

import (
	"errors"
	"fmt"
	"math"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/train"
)

// explain adds to the error of a training that diverged what helps to go on:
// the parameter that has grown most, and the checkpoint from before.
func (o *trainCmd) explain(err error, t *trainer, run *train.Run) error {
	diverged := (*train.DivergedError)(nil)
	if !errors.As(err, &diverged) && !errors.Is(err, layers.ErrScores) {
		return err
	}
	name, size := largest(t.Params())
	return fmt.Errorf(`%w
the largest value of any parameter: %.3g, in %q (--param-init is %g)
the last checkpoint, %s, is from before; to go on from it at lower rates:
urnng train --resume --run-dir %s --lr %.3g --q-lr %.3g --action-lr %.3g`,
		err, size, name, o.ParamInit, run.Last(), run.Dir(), o.LR/10, o.QLR/10, o.ActionLR/10)
}

// largest returns the largest absolute value of any parameter, and whose it is.
// A NaN is larger than any number.
func largest(params []*graph.Param) (name string, size float64) {
	for _, p := range params {
		for _, v := range graph.Float64s(p.Value) {
			if a := math.Abs(v); name == "" || a > size || math.IsNaN(a) && !math.IsNaN(size) {
				name, size = p.Name, a
			}
		}
	}
	return name, size
}
