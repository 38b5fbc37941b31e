package main

import (
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/graph"
	"arbelos/layers"
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

// Errors of divergence keep what they are; others are left alone.
func TestExplain(t *testing.T) {
	l, err := load(trained(t))
	if err != nil {
		t.Fatal(err)
	}
	o := &trainCmd{LR: 1, QLR: 1e-4, ActionLR: 0.1, ParamInit: 0.1}
	run, err := train.CreateRun(filepath.Join(t.TempDir(), "run"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	for _, cause := range []error{&train.DivergedError{Epoch: 2, Step: 3, Batch: 4, What: "metric", Value: math.Inf(1)}, layers.ErrScores} {
		err := o.explain(cause, &trainer{model: l.model}, run)
		if !errors.Is(err, cause) || !strings.Contains(err.Error(), run.Last()) || !strings.Contains(err.Error(), "--lr 0.1 --q-lr 1e-05 --action-lr 0.01") {
			t.Errorf("%v", err)
		}
	}
	other := errors.New("disk full")
	if err := o.explain(other, &trainer{model: l.model}, run); err != other {
		t.Errorf("%v", err)
	}
}
