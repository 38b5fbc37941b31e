package main

import (
	"errors"
	"fmt"
	"math"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/train"
)

// explain adds to the error of a training that failed what helps to go on: the
// checkpoint from before, and where training diverged the parameter that has
// grown most.
func (o *trainCmd) explain(err error, t *trainer, run *train.Run) error {
	diverged := (*train.DivergedError)(nil)
	if !errors.As(err, &diverged) && !errors.Is(err, layers.ErrScores) {
		last, unreadable := train.ReadCheckpoint(run.Last())
		if unreadable != nil {
			return err
		}
		return fmt.Errorf(`%w
the last checkpoint, %s, is of step %d; once the cause is gone, to go on from it:
urnng train --resume --run-dir %s`, err, run.Last(), last.State.Step, run.Dir())
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
