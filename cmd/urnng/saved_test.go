package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/cmd/internal/program/programtest"

	"github.com/google/go-cmp/cmp"
)

// T16: a checkpoint that is cut, altered, of another model or of a later format
// is refused by every command that reads one, with the file, what was found and
// what was expected; nothing changes.
func TestBadCheckpoints(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(t *testing.T, dir string)
		file  string // at fault
		want  string
	}{
		"JSON cut in half": {func(t *testing.T, dir string) {
			change(t, lastAndBest(dir), func(s string) string { return s[:len(s)/2] })
		},
			".json", "checkpoint is corrupt: end of file: found "},
		"JSON without its last byte": {func(t *testing.T, dir string) {
			change(t, lastAndBest(dir), func(s string) string { return s[:len(s)-1] })
		},
			".json", `checkpoint is corrupt: end of file: found `},
		"empty JSON": {func(t *testing.T, dir string) { change(t, lastAndBest(dir), func(string) string { return "" }) },
			".json", "checkpoint is corrupt: end of file: found "},
		"tensors cut": {func(t *testing.T, dir string) {
			change(t, tensors(t, dir), func(s string) string { return s[:len(s)-1] })
		},
			".safetensors", "checkpoint is corrupt: size: found "},
		"tensors altered": {func(t *testing.T, dir string) {
			change(t, tensors(t, dir), func(s string) string { return s[:len(s)-1] + string([]byte{s[len(s)-1] ^ 1}) })
		}, ".safetensors", "checkpoint is corrupt: SHA-256: found "},
		"no tensors": {func(t *testing.T, dir string) {
			for _, path := range tensors(t, dir) {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			}
		}, ".json", "checkpoint is corrupt: tensor file: found none, expected "},
		"later format": {func(t *testing.T, dir string) { set(t, dir, "format", 99) },
			".json", "checkpoint has another format: format: found 99, expected at most 1"},
		"another model": {func(t *testing.T, dir string) { set(t, dir, "model", "rnnlm") },
			".json", "checkpoint does not match: model: found "},
		"no config": {func(t *testing.T, dir string) { set(t, dir, "config", map[string]any{}) },
			".json", "checkpoint is corrupt: vocabulary: found none, or one of another size, expected "},
		"a config of something else": {func(t *testing.T, dir string) { set(t, dir, "config", []int{1}) },
			".json", "checkpoint is corrupt: config: found "},
		"other sizes": {func(t *testing.T, dir string) {
			setModel(t, dir, "q_width", 7)
		}, ".json", `checkpoint does not match: parameter "reader.`},
		"sizes out of range": {func(t *testing.T, dir string) { setModel(t, dir, "layers", 0) },
			".json", "layers is 0, expected at least 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := programtest.Copied(t, trained(t))
			c.spoil(t, dir)
			before := contents(t, dir)
			out := filepath.Join(t.TempDir(), "out")
			commands := [][]string{
				{"eval", "--model-file", dir, "--test-file", handmade, "--samples", "1"},
				{"parse", "--model-file", dir, "--output", out, handmade},
				{"sample", "--model-file", dir},
				{"train", "--train-from", dir, "--train-file", handmade, "--run-dir", out},
			}
			if name != "other sizes" && name != "sizes out of range" { // resuming takes those of the flags
				commands = append(commands, []string{"train", "--resume", "--run-dir", dir, "--num-epochs", "9"})
			}
			for _, args := range commands {
				r, err := urnngCommand.Start("", args...)
				if err != nil {
					t.Fatal(err)
				}
				if r.Status != 1 || !strings.Contains(r.Stderr, c.want) || !strings.Contains(r.Stderr, c.file) || r.Stdout != "" {
					t.Errorf("urnng %s: exit status %d, expected %q of a file %s\n%s", args[0], r.Status, c.want, c.file, r.Stderr)
				}
				if strings.Contains(r.Stderr, "goroutine") {
					t.Errorf("urnng %s panics\n%s", args[0], r.Stderr)
				}
			}
			after := contents(t, dir)
			delete(before, "log.txt") // says what was tried
			delete(after, "log.txt")
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("changed: %s", diff)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("something was written")
			}
		})
	}
}

func lastAndBest(dir string) []string {
	return []string{filepath.Join(dir, "checkpoints", "last.json"), filepath.Join(dir, "checkpoints", "best.json")}
}

func tensors(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*.safetensors"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%v, %v", paths, err)
	}
	return paths
}

func change(t *testing.T, paths []string, how func(string) string) {
	t.Helper()
	for _, path := range paths {
		if err := os.WriteFile(path, []byte(how(programtest.Read(t, path))), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// set changes a field of both checkpoints.
func set(t *testing.T, dir, field string, value any) {
	t.Helper()
	change(t, lastAndBest(dir), func(s string) string {
		var c map[string]any
		if err := json.Unmarshal([]byte(s), &c); err != nil {
			t.Fatal(err)
		}
		c[field] = value
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		return string(text) + "\n"
	})
}

// setModel changes a field of the model's sizes in both checkpoints.
func setModel(t *testing.T, dir, field string, value int) {
	t.Helper()
	var c struct{ Config map[string]any }
	if err := json.Unmarshal([]byte(programtest.Read(t, lastAndBest(dir)[0])), &c); err != nil {
		t.Fatal(err)
	}
	c.Config["model"].(map[string]any)[field] = value
	set(t, dir, "config", c.Config)
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"*", "checkpoints/*"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if info, err := os.Stat(path); err == nil && !info.IsDir() {
				name, _ := filepath.Rel(dir, path)
				files[name] = programtest.Read(t, path)
			}
		}
	}
	return files
}
