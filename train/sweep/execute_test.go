package sweep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbelos/train"

	"github.com/google/go-cmp/cmp"
)

// TestMain is also the program that the sweeps of the tests run: it makes or
// opens a run directory, takes its time and finishes. It fails, once, for the
// value "bad", and waits for its interruption for the value "slow".
func TestMain(m *testing.M) {
	if len(os.Args) == 5 && os.Args[1] == "member" {
		os.Exit(member(os.Args[2], os.Args[3] == "true", os.Args[4]))
	}
	os.Exit(m.Run())
}

func member(dir string, resume bool, value string) int {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	open := train.CreateRun
	if resume {
		open = train.OpenRun
	}
	run, err := open(dir, &map[string]any{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer run.Close()
	fmt.Fprintf(os.Stderr, "value %s\n{\"resume\":%v}\n", value, resume)
	state, status := train.StateDone, 0
	switch {
	case value == "bad" && !resume:
		state, status = train.StateFailed, 3
	case value == "slow" && !resume:
		select {
		case <-stop:
			state, status = train.StateInterrupted, 130
		case <-time.After(time.Minute):
		}
	default:
		time.Sleep(20 * time.Millisecond)
	}
	if err := run.Finish(train.Summary{State: state, Final: map[string]float64{"steps": float64(len(value))}}); err != nil {
		status = 1
	}
	return status
}

// text is a buffer that may be written and read at once.
type text struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *text) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *text) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

func execution(jobs int, out *text) Execution {
	return Execution{Jobs: jobs, Output: out, Command: func(r Run, resume bool) *exec.Cmd {
		return exec.Command(os.Args[0], "member", r.Dir, fmt.Sprint(resume), r.Settings[0].Value)
	}}
}

func states(t *testing.T, s *Sweep) (all []string) {
	t.Helper()
	for _, r := range s.Runs {
		summary, _, err := r.Status()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r.Name+" "+string(summary.State))
	}
	return all
}

func TestExecute(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sweep")
	s, err := Create(dir, []Axis{{"x", []string{"a", "bad", "b", "cc"}}}, map[string]any{"y": 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(dir, nil, map[string]any{}); !errors.As(err, new(*train.RunExistsError)) {
		t.Errorf("created twice: %v", err)
	}
	if _, err := Open(dir); !errors.As(err, new(*train.RunLockedError)) {
		t.Errorf("opened twice: %v", err)
	}
	var out text
	failed, err := s.Execute(t.Context(), execution(2, &out))
	if err != nil || len(failed) != 1 || failed["002"] == nil {
		t.Errorf("failed: %v, %v", failed, err)
	}
	if diff := cmp.Diff([]string{"001 done", "002 failed", "003 done", "004 done"}, states(t, s)); diff != "" {
		t.Error(diff)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	slices.Sort(lines)
	want := []string{
		"001: value a", "002: value bad", "003: value b", "004: value cc",
		`{"run":"001","resume":false}`, `{"run":"002","resume":false}`, `{"run":"003","resume":false}`, `{"run":"004","resume":false}`,
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}

	// Opened again, only what is not done is carried out, and goes on.
	s.Close()
	if s, err = Open(dir); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var again text
	if failed, err := s.Execute(t.Context(), execution(2, &again)); err != nil || len(failed) > 0 {
		t.Errorf("failed again: %v, %v", failed, err)
	}
	if diff := cmp.Diff("002: value bad\n{\"run\":\"002\",\"resume\":true}\n", again.String()); diff != "" {
		t.Error(diff)
	}
}

// A cancellation reaches the runs under way, and no other begins.
func TestExecuteCancelled(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sweep")
	s, err := Create(dir, []Axis{{"x", []string{"a", "slow", "slow", "b"}}}, map[string]any{})
	if err == nil {
		defer s.Close()
	} else {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var out text
	go func() {
		for strings.Count(out.String(), "value slow") < 2 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	failed, err := s.Execute(ctx, execution(2, &out))
	if err != nil || len(failed) > 0 {
		t.Errorf("failed: %v, %v", failed, err)
	}
	if diff := cmp.Diff([]string{"001 done", "002 interrupted", "003 interrupted", "004 unknown"}, states(t, s)); diff != "" {
		t.Error(diff)
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); !errors.Is(err, os.ErrNotExist) || Is(dir) {
		t.Errorf("no sweep: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, GridFile), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), GridFile) || !Is(dir) {
		t.Errorf("broken: %v", err)
	}
}
