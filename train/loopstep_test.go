package train

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A group that is not trained stays put, its optimiser too.
func TestLoopFrozenGroup(t *testing.T) {
	m := newToy(7)
	l := toyLoop(m, nil)
	var after [][]float64
	var adamSteps []int
	l.Hooks = []Hooks{{Epoch: func(EpochRecord) error {
		after = append(after, slices.Clone(elements[float64](m.params[1].Value)))
		adamSteps = append(adamSteps, l.Groups[1].Optimiser.State().Steps)
		return nil
	}}}
	if _, err := l.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(adamSteps, []int{0, 5, 10, 10}) {
		t.Errorf("q's optimiser took %v steps after each epoch, want 0 5 10 10", adamSteps)
	}
	if cmp.Equal(after[0], after[1]) || cmp.Equal(after[1], after[2]) || !cmp.Equal(after[2], after[3]) {
		t.Errorf("q after each epoch: %v", after)
	}
}

// A joint clip must use the norm over both groups; here one group's gradient
// alone would be within the bound.
func TestLoopJointClip(t *testing.T) {
	m := newToy(7)
	m.step = func(_ StepInfo, r StepResult) (StepResult, error) {
		for i := range 6 {
			elements[float32](r.Grads[0])[i] = 3 / float32(math.Sqrt(6))
		}
		copy(elements[float64](r.Grads[1]), []float64{4, 0, 0, 0})
		return r, nil
	}
	l := toyLoop(m, nil)
	l.Groups[1].Optimiser = &SGD{}
	l.Groups[1].Rate = 1
	l.Clips = []Clip{{Groups: []string{"p", "q"}, MaxNorm: 4.5}}
	before := elements[float64](m.params[1].Value)[0]
	l.Hooks = []Hooks{{Step: func(r StepRecord) error {
		if r.Step == 1 {
			if math.Abs(r.Norms["p+q"]-5) > 1e-6 {
				t.Errorf("norms %v, want 5", r.Norms)
			}
			if moved := elements[float64](m.params[1].Value)[0] - before; math.Abs(moved-4*0.9) > 1e-5 {
				t.Errorf("moved by %v, want 3.6", moved)
			}
		}
		return nil
	}}}
	if _, err := l.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// NaN in a group that is not trained is no divergence: nothing uses it.
func TestFrozenGradientsAreIgnored(t *testing.T) {
	m := newToy(7)
	m.step = func(at StepInfo, r StepResult) (StepResult, error) {
		if !at.Trained["q"] {
			elements[float64](r.Grads[1])[0] = math.NaN()
		}
		return r, nil
	}
	if result, err := toyLoop(m, nil).Train(t.Context()); err != nil || result.Reason != EpochsDone {
		t.Fatalf("%+v, %v", result, err)
	}
}

// Decay reaches the updates of every group, not just the records.
func TestLoopDecays(t *testing.T) {
	m := newToy(7)
	m.step = func(_ StepInfo, r StepResult) (StepResult, error) {
		for i := range 6 {
			elements[float32](r.Grads[0])[i] = 0.5
		}
		copy(elements[float64](r.Grads[1]), []float64{0.25, 0, 0, 0})
		return r, nil
	}
	m.validate = func(epoch int, v Validation) (Validation, error) {
		v.Score = float64(epoch) // never better than untrained; decay from epoch 2 on
		return v, nil
	}
	l := toyLoop(m, nil)
	l.Groups = []Group{{Name: "p", Optimiser: &SGD{}, Rate: 0.5}, {Name: "q", Optimiser: &SGD{}, Rate: 0.125}}
	l.Schedule = Schedule{Epochs: 4, MinEpochs: 1, Decay: 0.5}
	var p, q []float64
	l.Hooks = []Hooks{{Epoch: func(EpochRecord) error {
		p = append(p, float64(elements[float32](m.params[0].Value)[0]))
		q = append(q, elements[float64](m.params[1].Value)[0])
		return nil
	}}}
	if _, err := l.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	for epoch, scale := range []float64{1, 1, 0.5, 0.25} {
		if moved, want := p[epoch+1]-p[epoch], 5*0.5*0.5*scale; moved != want {
			t.Errorf("epoch %d: p moved by %v, want %v", epoch+1, moved, want)
		}
		if moved, want := q[epoch+1]-q[epoch], 5*0.125*0.25*scale; moved != want {
			t.Errorf("epoch %d: q moved by %v, want %v", epoch+1, moved, want)
		}
	}
}
