package train

import (
	"context"
	"math"

	"arbelos/graph"

	"gorgonia.org/tensor"
)

// toy is a model with a quadratic objective that is drawn to another target by
// each batch, with noise from the step, in two groups and both element types.
// Everything in it that could break an exact resume is there: momentum, noise,
// the KL weight, groups that are frozen.
type toy struct {
	seed   uint64
	params []*graph.Param
	// step and validate, if set, replace or watch the results.
	step     func(StepInfo, StepResult) (StepResult, error)
	validate func(epoch int, v Validation) (Validation, error)
}

func newToy(seed uint64) *toy {
	w := make([]float32, 6)
	for i := range w {
		w[i] = float32(i) - 2
	}
	return &toy{seed: seed, params: []*graph.Param{
		{Name: "p.w", Group: "p", Value: tensor.New(tensor.WithShape(2, 3), tensor.WithBacking(w))},
		{Name: "q.b", Group: "q", Value: tensor.New(tensor.WithShape(4), tensor.WithBacking([]float64{1, -1, 0.5, 3}))},
		{Name: "p.unused", Group: "p", Value: tensor.New(tensor.WithShape(1), tensor.WithBacking([]float64{7}))},
	}}
}

func (m *toy) Params() []*graph.Param { return m.params }

func (m *toy) Step(_ context.Context, at StepInfo) (StepResult, error) {
	r := graph.Rand(m.seed, "toy", uint64(at.Step))
	target := math.Sin(float64(at.Batch))
	metrics := Metrics{}
	metrics.Add("items", float64(1+at.Batch), 0)
	w, b := elements[float32](m.params[0].Value), elements[float64](m.params[1].Value)
	gw, gb := make([]float32, len(w)), make([]float64, len(b))
	for i, x := range w {
		gw[i] = float32(target-float64(x)) + 0.3*r.Float32()
		metrics.Add("objective", -0.5*(target-float64(x))*(target-float64(x)), 1)
	}
	for i, x := range b {
		gb[i] = at.KLWeight * (target - x + 0.3*r.NormFloat64())
		metrics.Add("kl", 0.5*(target-x)*(target-x), 1)
	}
	result := StepResult{
		Grads: []*tensor.Dense{
			tensor.New(tensor.WithShape(2, 3), tensor.WithBacking(gw)),
			tensor.New(tensor.WithShape(4), tensor.WithBacking(gb)),
			nil,
		},
		Metrics: metrics,
	}
	if m.step != nil {
		return m.step(at, result)
	}
	return result, nil
}

func (m *toy) Validate(_ context.Context, epoch int) (Validation, error) {
	v := Validation{Metrics: Metrics{}}
	for _, x := range elements[float32](m.params[0].Value) {
		v.Score += float64(x) * float64(x)
	}
	v.Metrics.Add("norm", v.Score, 6)
	if m.validate != nil {
		return m.validate(epoch, v)
	}
	return v, nil
}

// toyLoop returns a loop of 3 epochs of 5 steps in which q is trained for 2.
func toyLoop(m *toy, run *Run) *Loop {
	return &Loop{
		Model: m, Name: "toy", Config: []byte(`{"width":3}`), Seed: m.seed, Batches: 5,
		Groups: []Group{
			{Name: "p", Optimiser: &SGD{}, Rate: 0.1},
			{Name: "q", Optimiser: &Adam{}, Rate: 0.01, Trained: FirstEpochs(2)},
		},
		Clips:    []Clip{{Groups: []string{"p"}, MaxNorm: 2}, {Groups: []string{"q"}, MaxNorm: 1}},
		Schedule: Schedule{Epochs: 3, MinEpochs: 1, KLWarmup: 1.5, Decay: 0.5, MinRate: 0.001},
		Run:      run, RecordEvery: 2,
	}
}
