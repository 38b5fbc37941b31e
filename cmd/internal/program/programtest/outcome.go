package programtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Outcome is all that a run leaves but for the time it took, by name: its
// checkpoints, tensors included, its records, its samples and what it printed.
func Outcome(t *testing.T, dir, stdout string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for folder, least := range map[string]int{"checkpoints": 3, "samples": 0} {
		paths, err := filepath.Glob(filepath.Join(dir, folder, "*"))
		if err != nil || len(paths) < least {
			t.Fatalf("found the %s %v, %v", folder, paths, err)
		}
		for _, path := range paths {
			files[filepath.Base(path)] = Read(t, path)
		}
	}
	files["metrics.jsonl"] = seconds.ReplaceAllString(Read(t, filepath.Join(dir, "metrics.jsonl")), "")
	files["stdout"] = strings.ReplaceAll(stdout, dir, "DIR")
	return files
}

var seconds = regexp.MustCompile(`,"(seconds|time)":[^,}]*`)

// SameOutcome compares by name first, since a difference in tensors is unreadable.
func SameOutcome(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	for name := range want {
		if want[name] != got[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	if len(want) != len(got) {
		t.Errorf("%s: found %d files, expected %d", what, len(got), len(want))
	}
	if t.Failed() {
		t.Log(cmp.Diff(want["metrics.jsonl"], got["metrics.jsonl"]))
	}
}

// LastStep is the step of a run's last checkpoint, -1 where there is none.
func LastStep(dir string) int {
	var c struct{ State struct{ Step int } }
	text, err := os.ReadFile(filepath.Join(dir, "checkpoints", "last.json"))
	if err != nil || json.Unmarshal(text, &c) != nil {
		return -1
	}
	return c.State.Step
}
