package program

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/graph"
	"arbelos/train"

	"gorgonia.org/tensor"
)

func TestLargest(t *testing.T) {
	params := []*graph.Param{
		{Name: "a", Value: tensor.New(tensor.WithBacking([]float32{1, -7, 3}))},
		{Name: "b", Value: tensor.New(tensor.WithBacking([]float64{6, 0}))},
	}
	if name, size := largest(params); name != "a" || size != 7 {
		t.Errorf("%s, %v", name, size)
	}
	params[1].Value = tensor.New(tensor.WithBacking([]float64{math.NaN(), 9}))
	if name, size := largest(params); name != "b" || !math.IsNaN(size) {
		t.Errorf("%s, %v", name, size)
	}
}

// still is a model that has parameters and does nothing.
type still []*graph.Param

func (s still) Params() []*graph.Param { return s }
func (still) Step(context.Context, train.StepInfo) (train.StepResult, error) {
	return train.StepResult{}, nil
}
func (still) Validate(context.Context, int) (train.Validation, error) {
	return train.Validation{}, nil
}

// Errors of divergence keep what they are; others are left alone where there is no
// checkpoint to go on from.
func TestExplain(t *testing.T) {
	run, err := train.CreateRun(filepath.Join(t.TempDir(), "run"), map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	p := Program{Name: "prog", Config: Configured{Command: "fit"}}
	ours, other := errors.New("scores are too large"), errors.New("disk full")
	job := &Training{
		Loop:     &train.Loop{Run: run, Model: still{{Name: "a", Value: tensor.New(tensor.WithBacking([]float32{1, -7}))}}},
		Diverged: func(err error) bool { return errors.Is(err, ours) }, Cure: "--lr 0.1", ParamInit: 0.5,
	}
	for _, cause := range []error{&train.DivergedError{Epoch: 2, Step: 3, Batch: 4, What: "metric", Value: math.Inf(1)}, ours} {
		err := p.explain(cause, job)
		want := "7, in \"a\" (--param-init is 0.5)\nthe last checkpoint, " + run.Last() +
			", is from before; to go on from it at lower rates:\nprog fit --resume --run-dir " + run.Dir() + " --lr 0.1"
		if !errors.Is(err, cause) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, expected the end %s", err, want)
		}
	}
	job.ParamInit = 0
	if err := p.explain(ours, job); !strings.Contains(err.Error(), "7, in \"a\"\nthe last") {
		t.Errorf("%v, expected nothing of a flag that is not there", err)
	}
	if err := p.explain(other, job); err != other {
		t.Errorf("%v", err)
	}
}
