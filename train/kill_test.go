package train

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"arbelos/graph"

	"github.com/google/go-cmp/cmp"
)

const killDir = "ARBELOS_TRAIN_TEST_RUN_DIR"

// TestTrainForKill is no test of its own: TestKill runs it in a process that
// it kills.
func TestTrainForKill(t *testing.T) {
	dir := os.Getenv(killDir)
	if dir == "" {
		t.Skip("runs as a part of TestKill")
	}
	trainForKill(t, dir)
}

// trainForKill trains a toy for 60 steps with a checkpoint after every other
// one, slowly enough to be killed anywhere.
func trainForKill(t *testing.T, dir string) {
	t.Helper()
	result, err := runToy(t, dir, func(l *Loop, _ func()) {
		l.Batches = 20
		l.CheckpointEvery = 2
		l.RecordEvery = 1
		l.Hooks = []Hooks{{Step: func(StepRecord) error { time.Sleep(time.Millisecond); return nil }}}
	})
	if err != nil || result.Reason != EpochsDone || result.Steps != 60 {
		t.Fatalf("%+v, %v", result, err)
	}
}

// Killed again and again at random moments (kill -9 where there is one), and
// resumed, a run ends in the same bits as one that went through: parameters,
// optimisers, schedule, sums and records.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes for some seconds")
	}
	whole, dir := t.TempDir(), t.TempDir()
	trainForKill(t, whole)
	r := graph.Rand(1, "moments of killing")
	kills := 0
	for attempt := 0; ; attempt++ {
		if attempt == 200 {
			t.Fatal("killed 200 times and never came to the end")
		}
		var output bytes.Buffer
		cmd := exec.Command(os.Args[0], "-test.run=^TestTrainForKill$")
		cmd.Env = append(os.Environ(), killDir+"="+dir)
		cmd.Stdout, cmd.Stderr = &output, &output
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		// Twelve kills; then it may finish.
		moment := time.Duration(20+r.IntN(100)) * time.Millisecond
		if kills == 12 {
			moment = time.Minute
		}
		select {
		case err := <-done:
			if err != nil {
				t.Fatalf("after %d kills: %v\n%s", kills, err, &output)
			}
			if diff := cmp.Diff(outcome(t, whole), outcome(t, dir)); diff != "" {
				t.Fatalf("after %d kills:\n%s", kills, diff)
			}
			t.Logf("the same bits after %d kills", kills)
			if kills == 0 {
				t.Error("finished before it could be killed")
			}
			return
		case <-time.After(moment):
			cmd.Process.Kill()
			<-done
			kills++
			// Whatever the moment, what was saved can be read.
			for _, name := range []string{"last.json", "best.json"} {
				path := filepath.Join(dir, "checkpoints", name)
				if _, err := os.Stat(path); err == nil {
					read(t, path)
				}
			}
		}
	}
}
