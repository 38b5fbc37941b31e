package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var seconds = regexp.MustCompile(`,"(seconds|time)":[^,}]*`)

// outcome is all that a run leaves behind, by file: checkpoints and records,
// the latter without the time they took.
func outcome(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{"metrics.jsonl": seconds.ReplaceAllString(mustRead(t, filepath.Join(dir, "metrics.jsonl")), "")}
	for _, name := range names(t, filepath.Join(dir, "checkpoints")) {
		files[name] = mustRead(t, filepath.Join(dir, "checkpoints", name))
	}
	return files
}

// runToy trains a toy in a run directory, from its last checkpoint if it has
// one. Change may alter the loop, and stop it by the function it is given.
func runToy(t *testing.T, dir string, change func(l *Loop, stop func())) (Result, error) {
	t.Helper()
	run, err := CreateRun(dir, map[string]any{"toy": true})
	if exists := (*RunExistsError)(nil); errors.As(err, &exists) {
		run, err = OpenRun(dir, &map[string]any{})
	}
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	l := toyLoop(newToy(7), run)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	if change != nil {
		change(l, stop)
	}
	c, err := ReadCheckpoint(run.Last())
	if err == nil {
		err = l.Restore(c)
	} else if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return l.Train(ctx)
}

func TestLoopToTheEnd(t *testing.T) {
	dir := t.TempDir()
	var steps []StepRecord
	var epochs []EpochRecord
	saved := 0
	result, err := runToy(t, dir, func(l *Loop, _ func()) {
		l.Hooks = []Hooks{{
			Step:       func(r StepRecord) error { r.Running = r.Running.Clone(); steps = append(steps, r); return nil },
			Epoch:      func(r EpochRecord) error { epochs = append(epochs, r); return nil },
			Checkpoint: func(string, bool) error { saved++; return nil },
		}, {}}
	})
	if err != nil || result.Reason != EpochsDone || result.Epochs != 3 || result.Steps != 15 {
		t.Fatalf("%+v, %v", result, err)
	}
	if saved != 4 || len(epochs) != 4 || len(steps) != 15 {
		t.Errorf("%d checkpoints, %d epochs, %d steps, want 4, 4, 15", saved, len(epochs), len(steps))
	}
	// Every epoch takes every batch once, and no two in the same order.
	var orders [][]int
	for e := range 3 {
		var order []int
		for _, s := range steps[5*e : 5*e+5] {
			order = append(order, s.Batch)
		}
		for _, other := range orders {
			if slices.Equal(order, other) {
				t.Errorf("two epochs in the order %v", order)
			}
		}
		orders = append(orders, slices.Clone(order))
		slices.Sort(order)
		if !slices.Equal(order, []int{0, 1, 2, 3, 4}) {
			t.Errorf("epoch %d takes the batches %v", e+1, order)
		}
	}
	for i, s := range steps {
		if want := min(1, float64(i+1)/7.5); s.KLWeight != want {
			t.Errorf("step %d: KL weight %v, want %v", s.Step, s.KLWeight, want)
		}
		_, q := s.Rates["q"]
		_, norm := s.Norms["q"]
		if want := s.Epoch <= 2; q != want || s.Norms["q"] > 0 != want || !norm {
			t.Errorf("step %d of epoch %d: q trained %v with norm %v, want %v", s.Step, s.Epoch, q, s.Norms["q"], want)
		}
		if s.Position == 5 && s.Running["items"].Sum != 1+2+3+4+5 {
			t.Errorf("epoch %d: %v items, want 15", s.Epoch, s.Running["items"].Sum)
		}
	}
	if epochs[0].Epoch != 0 || len(epochs[0].Train) != 0 || !epochs[0].Best {
		t.Errorf("the untrained model's record is %+v", epochs[0])
	}
	if epochs[3].Train["objective"].Weight != 30 {
		t.Errorf("epoch 3 sums over %v elements, want 30", epochs[3].Train["objective"].Weight)
	}
}

// The order of batches is a promise to every run that is resumed.
func TestLoopOrderGolden(t *testing.T) {
	var got []int
	l := toyLoop(newToy(3435), nil)
	l.Hooks = []Hooks{{Step: func(r StepRecord) error { got = append(got, r.Batch); return nil }}}
	if _, err := l.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(goldenOrder, got); diff != "" {
		t.Error(diff)
	}
}

var goldenOrder = []int{1, 4, 3, 2, 0, 0, 4, 2, 1, 3, 3, 2, 1, 4, 0}

// Stopped after any step, by cancellation, and resumed in a new loop, a run
// leaves the same files, to the bit, as one that was never stopped.
func TestResumeAtEveryStep(t *testing.T) {
	whole := t.TempDir()
	if _, err := runToy(t, whole, nil); err != nil {
		t.Fatal(err)
	}
	want := outcome(t, whole)
	for cut := 1; cut <= 15; cut++ {
		dir := t.TempDir()
		result, err := runToy(t, dir, func(l *Loop, stop func()) {
			l.Hooks = []Hooks{{Step: func(r StepRecord) error {
				if r.Step == cut {
					stop()
				}
				return nil
			}}}
		})
		if err != nil || result.Reason != Cancelled || result.Steps != cut {
			t.Fatalf("cut at %d: %+v, %v", cut, result, err)
		}
		if c := read(t, filepath.Join(dir, "checkpoints", "last.json")); c.State.Step != cut {
			t.Fatalf("cut at %d: the checkpoint is of step %d", cut, c.State.Step)
		}
		if result, err = runToy(t, dir, nil); err != nil || result.Reason != EpochsDone {
			t.Fatalf("resumed at %d: %+v, %v", cut, result, err)
		}
		if diff := cmp.Diff(want, outcome(t, dir)); diff != "" {
			t.Fatalf("cut at %d:\n%s", cut, diff)
		}
	}
}

// The same where the process dies without saving: what was done after the last
// checkpoint is done again, and recorded once.
func TestResumeAfterCrashAtEveryStep(t *testing.T) {
	whole := t.TempDir()
	if _, err := runToy(t, whole, nil); err != nil {
		t.Fatal(err)
	}
	want := outcome(t, whole)
	crash := errors.New("crash")
	for cut := 1; cut <= 15; cut++ {
		dir := t.TempDir()
		result, err := runToy(t, dir, func(l *Loop, _ func()) {
			l.CheckpointEvery = 4
			l.Hooks = []Hooks{{Step: func(r StepRecord) error {
				if r.Step == cut {
					return crash
				}
				return nil
			}}}
		})
		if !errors.Is(err, crash) || result.Reason != Failed {
			t.Fatalf("crash at %d: %+v, %v", cut, result, err)
		}
		if _, err = runToy(t, dir, func(l *Loop, _ func()) { l.CheckpointEvery = 1 }); err != nil {
			t.Fatalf("resumed at %d: %v", cut, err)
		}
		if diff := cmp.Diff(want, outcome(t, dir)); diff != "" {
			t.Fatalf("crash at %d:\n%s", cut, diff)
		}
	}
}

// A validation that is cancelled halfway is done again.
func TestResumeAfterCancelledValidation(t *testing.T) {
	whole := t.TempDir()
	if _, err := runToy(t, whole, nil); err != nil {
		t.Fatal(err)
	}
	for epoch := range 4 {
		dir := t.TempDir()
		result, err := runToy(t, dir, func(l *Loop, stop func()) {
			l.Model.(*toy).validate = func(e int, v Validation) (Validation, error) {
				if e == epoch {
					stop()
					return Validation{}, fmt.Errorf("sampling: %w", context.Canceled)
				}
				return v, nil
			}
		})
		if err != nil || result.Reason != Cancelled {
			t.Fatalf("epoch %d: %+v, %v", epoch, result, err)
		}
		if _, err := runToy(t, dir, nil); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(outcome(t, whole), outcome(t, dir)); diff != "" {
			t.Fatalf("epoch %d:\n%s", epoch, diff)
		}
	}
}

// A context cancelled before training begins leaves a checkpoint of the start.
func TestCancelledBeforeStart(t *testing.T) {
	dir := t.TempDir()
	result, err := runToy(t, dir, func(l *Loop, stop func()) {
		l.Model.(*toy).validate = func(int, Validation) (Validation, error) {
			t.Error("validated")
			return Validation{}, nil
		}
		stop()
	})
	if err != nil || result.Reason != Cancelled || result.Steps != 0 || result.Best != nil {
		t.Fatalf("%+v, %v", result, err)
	}
	if c := read(t, filepath.Join(dir, "checkpoints", "last.json")); c.State.Epoch != 0 {
		t.Errorf("the checkpoint is of epoch %d", c.State.Epoch)
	}
}

// A run that has ended stays as it is; more epochs continue it.
func TestResumeFinishedRun(t *testing.T) {
	dir, whole := t.TempDir(), t.TempDir()
	more := func(l *Loop, _ func()) { l.Schedule.Epochs = 5 }
	if _, err := runToy(t, whole, more); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if result, err := runToy(t, dir, nil); err != nil || result.Reason != EpochsDone || result.Steps != 15 {
			t.Fatalf("%+v, %v", result, err)
		}
	}
	if result, err := runToy(t, dir, more); err != nil || result.Steps != 25 {
		t.Fatalf("%+v, %v", result, err)
	}
	if diff := cmp.Diff(outcome(t, whole), outcome(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestLoopTrainTwice(t *testing.T) {
	m := newToy(7)
	l := toyLoop(m, nil)
	ctx, stop := context.WithCancel(t.Context())
	l.Hooks = []Hooks{{Step: func(r StepRecord) error {
		if r.Step == 7 {
			stop()
		}
		return nil
	}}}
	if result, err := l.Train(ctx); err != nil || result.Reason != Cancelled {
		t.Fatalf("%+v, %v", result, err)
	}
	if result, err := l.Train(t.Context()); err != nil || result.Steps != 15 {
		t.Fatalf("%+v, %v", result, err)
	}
	other := newToy(7)
	if _, err := toyLoop(other, nil).Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, p := range m.params {
		if diff := cmp.Diff(other.params[i].Value.Data(), p.Value.Data()); diff != "" {
			t.Errorf("%s: %s", p.Name, diff)
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := runToy(t, dir, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "checkpoints", "last.json")
	before := outcome(t, dir)
	for name, change := range map[string]func(l *Loop){
		"model":   func(l *Loop) { l.Name = "vae" },
		"seed":    func(l *Loop) { l.Seed = 8 },
		"batches": func(l *Loop) { l.Batches = 6 },
		"rule":    func(l *Loop) { l.Groups[1].Optimiser = &SGD{} },
		"group": func(l *Loop) {
			l.Groups = append(l.Groups, Group{Name: "r", Optimiser: &SGD{}, Rate: 1})
		},
		"parameter": func(l *Loop) { l.Model.(*toy).params = l.Model.Params()[:2] },
		"shape":     func(l *Loop) { l.Model.Params()[1].Value = vector(1, 2, 3, 4, 5) },
	} {
		l := toyLoop(newToy(7), nil)
		change(l)
		values := map[string]any{}
		for _, p := range l.Model.Params() {
			values[p.Name] = p.Value.Clone()
		}
		if err := l.Restore(read(t, path)); !errors.Is(err, ErrCheckpointMismatch) {
			t.Errorf("%s: error %v, want a mismatch", name, err)
		}
		for _, p := range l.Model.Params() {
			if !p.Value.Eq(values[p.Name]) {
				t.Errorf("%s: %s has changed", name, p.Name)
			}
		}
	}
	if diff := cmp.Diff(before, outcome(t, dir)); diff != "" {
		t.Errorf("the run has changed:\n%s", diff)
	}
}

func TestLoopRefusesNonsense(t *testing.T) {
	for name, change := range map[string]func(l *Loop){
		"no batches":           func(l *Loop) { l.Batches = 0 },
		"no groups":            func(l *Loop) { l.Groups = nil },
		"group missing":        func(l *Loop) { l.Groups = l.Groups[:1]; l.Clips = nil },
		"group twice":          func(l *Loop) { l.Groups[1].Name = "p" },
		"group with a slash":   func(l *Loop) { l.Groups = append(l.Groups, Group{Name: "a/b"}) },
		"clipped twice":        func(l *Loop) { l.Clips[1].Groups = []string{"p"} },
		"clip of no group":     func(l *Loop) { l.Clips[1].Groups = []string{"r"} },
		"parameters of a name": func(l *Loop) { l.Model.Params()[2].Name = "p.w" },
	} {
		l := toyLoop(newToy(7), nil)
		change(l)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: training began", name)
				}
			}()
			l.Train(t.Context())
		}()
	}
}
