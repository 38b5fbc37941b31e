package program

import (
	"errors"
	"fmt"
	"math"

	"arbelos/graph"
	"arbelos/train"
)

// explain adds to the error of a training that failed what helps to go on: the
// checkpoint from before, and where training diverged the parameter that has
// grown most.
func (p Program) explain(err error, t *Training) error {
	run := t.Loop.Run
	if !errors.As(err, new(*train.DivergedError)) && (t.Diverged == nil || !t.Diverged(err)) {
		last, unreadable := train.ReadCheckpoint(run.Last())
		if unreadable != nil {
			return err
		}
		return fmt.Errorf(`%w
the last checkpoint, %s, is of step %d; once the cause is gone, to go on from it:
%s`, err, run.Last(), last.State.Step, p.resume(run.Dir()))
	}
	name, size := largest(t.Loop.Model.Params())
	at := ""
	if t.ParamInit > 0 {
		at = fmt.Sprintf(" (--param-init is %g)", t.ParamInit)
	}
	return fmt.Errorf(`%w
the largest value of any parameter: %.3g, in %q%s
the last checkpoint, %s, is from before; to go on from it at lower rates:
%s %s`, err, size, name, at, run.Last(), p.resume(run.Dir()), t.Cure)
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
