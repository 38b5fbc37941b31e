package train

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestSummary(t *testing.T) {
	dir := t.TempDir()
	state := func(want RunState) Summary {
		t.Helper()
		s, err := ReadRun(dir)
		if err != nil || s.State != want {
			t.Fatalf("found the state %q (%v), expected %q", s.State, err, want)
		}
		return s
	}
	if _, err := ReadRun(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no run: %v", err)
	}
	run, err := CreateRun(dir, runOptions{})
	if err != nil {
		t.Fatal(err)
	}
	state(StateRunning)
	l := toyLoop(newToy(7), run)
	l.Hooks = []Hooks{{Step: func(r StepRecord) error {
		if r.Step == 13 {
			return errors.New("out of paper")
		}
		return nil
	}}}
	_, failed := l.Train(t.Context())
	s := state(StateRunning)
	if s.Epochs != 2 || s.Steps != 12 || s.Last["validation/score"] == 0 {
		t.Errorf("while it runs: %+v", s)
	}
	run.Close()
	state(StateKilled)

	if run, err = OpenRun(dir, &runOptions{}); err != nil {
		t.Fatal(err)
	}
	state(StateRunning)
	final := Result{Reason: Failed, Epochs: 2, Steps: 13, Best: &BestScore{1, 2.5}}.Summary(failed)
	final.Final = map[string]float64{"test/ppl": 12}
	if err := run.Finish(final); err != nil {
		t.Fatal(err)
	}
	run.Close()
	s = state(StateFailed)
	want := Summary{
		Program: programName(), State: StateFailed, Reason: "failed", Error: "out of paper",
		Epochs: 2, Steps: 13, Best: &BestScore{1, 2.5}, Processes: 2, Final: map[string]float64{"test/ppl": 12},
	}
	if diff := cmp.Diff(want, s, cmpopts.IgnoreFields(Summary{}, "Started", "Ended", "Last")); diff != "" {
		t.Error(diff)
	}
	if !s.Started.Before(s.Ended) || time.Since(s.Ended) > time.Minute {
		t.Errorf("from %v to %v", s.Started, s.Ended)
	}
	for reason, want := range map[Reason]RunState{EpochsDone: StateDone, RateBelow: StateDone, Cancelled: StateInterrupted, Diverged: StateDiverged, Failed: StateFailed} {
		if got := (Result{Reason: reason}).Summary(nil); got.State != want || got.Error != "" {
			t.Errorf("%v gives %+v", reason, got)
		}
	}

	if err := os.Remove(filepath.Join(dir, SummaryFile)); err != nil {
		t.Fatal(err)
	}
	if s = state(StateUnknown); s.Epochs != 2 {
		t.Errorf("without a summary: %+v", s)
	}
	if err := os.WriteFile(filepath.Join(dir, SummaryFile), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadRun(dir); err == nil || !strings.Contains(err.Error(), SummaryFile) {
		t.Errorf("a broken summary: %v", err)
	}
}

func TestProcesses(t *testing.T) {
	dir := t.TempDir()
	run, err := CreateRun(dir, runOptions{})
	if err != nil {
		t.Fatal(err)
	}
	run.Close()
	if run, err = OpenRun(dir, &runOptions{}); err != nil {
		t.Fatal(err)
	}
	run.Close()
	all, err := ReadProcesses(dir)
	if err != nil || len(all) != 2 {
		t.Fatalf("found %+v, %v", all, err)
	}
	p := all[1]
	if !slices.Equal(p.Command, os.Args) || p.PID != os.Getpid() || !strings.HasPrefix(p.Go, "go1.") || p.Cores < 1 || !strings.Contains(p.System, "/") {
		t.Errorf("found %+v", p)
	}
}
