package train

import (
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Wherever a NaN or an infinity arises, training stops with an error that says
// where, before it reaches a parameter, and the checkpoints stay as they were.
func TestDivergence(t *testing.T) {
	type change = func(l *Loop)
	atStep := func(step int, spoil func(*StepResult)) change {
		return func(l *Loop) {
			l.Model.(*toy).step = func(at StepInfo, r StepResult) (StepResult, error) {
				if at.Step == step {
					spoil(&r)
				}
				return r, nil
			}
		}
	}
	for name, c := range map[string]struct {
		change change
		step   int
		batch  bool // a batch is to blame
		what   string
	}{
		"NaN gradient":                     {atStep(8, func(r *StepResult) { elements[float32](r.Grads[0])[3] = float32(math.NaN()) }), 8, true, `gradient of "p.w"`},
		"infinite gradient of q":           {atStep(8, func(r *StepResult) { elements[float64](r.Grads[1])[3] = math.Inf(-1) }), 8, true, `gradient of "q.b"`},
		"gradients whose squares overflow": {atStep(8, func(r *StepResult) { elements[float64](r.Grads[1])[3] = 1e200 }), 8, true, "norm of the gradients of q"},
		"NaN objective":                    {atStep(8, func(r *StepResult) { r.Metrics.Add("objective", math.NaN(), 1) }), 8, true, `metric "objective"`},
		"infinite weight":                  {atStep(8, func(r *StepResult) { r.Metrics.Add("kl", 0, math.Inf(1)) }), 8, true, `metric "kl"`},
		"parameter that overflows": {func(l *Loop) {
			l.Groups[0].Rate = 3e38
			l.CheckpointEvery = 1
			l.Model.(*toy).step = func(at StepInfo, r StepResult) (StepResult, error) {
				for i := range 6 {
					elements[float32](r.Grads[0])[i] = 0
				}
				if at.Step == 8 {
					elements[float32](r.Grads[0])[2] = 2
				}
				return r, nil
			}
		}, 8, false, `value of "p.w"`},
		"validation score": {func(l *Loop) {
			l.Model.(*toy).validate = func(epoch int, v Validation) (Validation, error) {
				if epoch == 1 {
					v.Score = math.Inf(1)
				}
				return v, nil
			}
		}, 5, false, "validation score"},
		"validation metric": {func(l *Loop) {
			l.Model.(*toy).validate = func(epoch int, v Validation) (Validation, error) {
				if epoch == 1 {
					v.Metrics.Add("f1", math.NaN(), 1)
				}
				return v, nil
			}
		}, 5, false, `validation metric "f1"`},
	} {
		dir := t.TempDir()
		var batch int
		result, err := runToy(t, dir, func(l *Loop, _ func()) {
			c.change(l)
			step := l.Model.(*toy).step
			if step != nil {
				l.Model.(*toy).step = func(at StepInfo, r StepResult) (StepResult, error) {
					batch = at.Batch
					return step(at, r)
				}
			}
		})
		var diverged *DivergedError
		if result.Reason != Diverged || !errors.As(err, &diverged) {
			t.Errorf("%s: %+v, %v", name, result, err)
			continue
		}
		if !c.batch {
			batch = -1
		}
		if diverged.Step != c.step || diverged.Batch != batch || diverged.What != c.what || isFinite(diverged.Value) {
			t.Errorf("%s: found %+v, want step %d, batch %d, %s", name, diverged, c.step, batch, c.what)
		}
		if !strings.Contains(err.Error(), c.what) || !strings.Contains(err.Error(), "step") {
			t.Errorf("%s: message %q", name, err)
		}
		checkpoint := read(t, filepath.Join(dir, "checkpoints", "last.json"))
		for key, d := range checkpoint.tensors() {
			if v, found := firstNonFinite(d); found {
				t.Errorf("%s: the last checkpoint holds %v in %s", name, v, key)
			}
		}
		if checkpoint.State.Step > c.step {
			t.Errorf("%s: the last checkpoint is of step %d", name, checkpoint.State.Step)
		}
	}
}

// Errors of the model and of hooks stop training and come out, with the place.
func TestLoopErrors(t *testing.T) {
	mine := errors.New("every split is forbidden")
	for name, change := range map[string]func(l *Loop){
		"epoch 2, step 6": func(l *Loop) {
			l.Model.(*toy).step = func(at StepInfo, r StepResult) (StepResult, error) {
				if at.Step == 6 {
					return r, mine
				}
				return r, nil
			}
		},
		"epoch 1: validation": func(l *Loop) {
			l.Model.(*toy).validate = func(epoch int, v Validation) (Validation, error) {
				if epoch == 1 {
					return v, mine
				}
				return v, nil
			}
		},
		"every split is forbidden": func(l *Loop) {
			l.Hooks = []Hooks{{Checkpoint: func(string, bool) error { return mine }}}
		},
	} {
		result, err := runToy(t, t.TempDir(), func(l *Loop, _ func()) { change(l) })
		if !errors.Is(err, mine) || result.Reason != Failed || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %+v, %v", name, result, err)
		}
	}
}

// The best checkpoint is the one with the best score, not the last.
func TestBestCheckpoint(t *testing.T) {
	dir := t.TempDir()
	var bests []bool
	result, err := runToy(t, dir, func(l *Loop, _ func()) {
		l.Model.(*toy).validate = func(epoch int, v Validation) (Validation, error) {
			v.Score = []float64{9, 4, 3, 5}[epoch]
			return v, nil
		}
		l.Hooks = []Hooks{{Checkpoint: func(_ string, best bool) error { bests = append(bests, best); return nil }}}
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&BestScore{Epoch: 2, Score: 3}, result.Best); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]bool{true, true, true, false}, bests); diff != "" {
		t.Error(diff)
	}
	best := read(t, filepath.Join(dir, "checkpoints", "best.json"))
	last := read(t, filepath.Join(dir, "checkpoints", "last.json"))
	if best.State.Step != 10 || last.State.Step != 15 {
		t.Errorf("best is of step %d and last of step %d, want 10 and 15", best.State.Step, last.State.Step)
	}
	if !last.State.Schedule.Decaying || last.State.Schedule.Scale != 0.5 {
		t.Errorf("after a worse epoch the schedule is %+v", last.State.Schedule)
	}
}
