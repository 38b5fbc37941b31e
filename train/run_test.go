package train

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type runOptions struct {
	Seed uint64  `toml:"seed"`
	Rate float64 `toml:"rate"`
}

func TestRunDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "run")
	run, err := CreateRun(dir, runOptions{Seed: 0, Rate: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Log().WriteString("one\n"); err != nil {
		t.Fatal(err)
	}
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	if got := mustRead(t, filepath.Join(dir, "config.toml")); got != "seed = 0\nrate = 0.1\n" {
		t.Errorf("config.toml is %q", got)
	}

	var exists *RunExistsError
	if _, err := CreateRun(dir, runOptions{}); !errors.As(err, &exists) || exists.Dir != dir || !strings.Contains(err.Error(), dir) {
		t.Errorf("created twice: %v", err)
	}

	options := runOptions{Seed: 99}
	if run, err = OpenRun(dir, &options); err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	if diff := cmp.Diff(runOptions{Rate: 0.1}, options); diff != "" {
		t.Error(diff)
	}
	if _, err := run.Log().WriteString("two\n"); err != nil {
		t.Fatal(err)
	}
	if got := mustRead(t, filepath.Join(dir, "log.txt")); got != "one\ntwo\n" {
		t.Errorf("log.txt is %q", got)
	}
	if run.Dir() != dir || filepath.Dir(run.Last()) != filepath.Dir(run.Best()) || run.Last() == run.Best() {
		t.Errorf("paths %s, %s, %s", run.Dir(), run.Last(), run.Best())
	}
	if _, err := ReadCheckpoint(run.Last()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("checkpoint of a new run: %v", err)
	}
}

func TestCreateRunInEmptyFolder(t *testing.T) {
	run, err := CreateRun(t.TempDir(), runOptions{})
	if err != nil {
		t.Fatal(err)
	}
	run.Close()
}

// What a process leaves that dies before there is a config.toml is no run, and
// no file of somebody's.
func TestCreateRunWhereOneNeverBegan(t *testing.T) {
	dir := t.TempDir()
	for _, err := range []error{
		os.Mkdir(filepath.Join(dir, "checkpoints"), 0o777),
		os.WriteFile(filepath.Join(dir, MetricsFile), nil, 0o666),
		os.WriteFile(filepath.Join(dir, ".config.toml.tmp"), []byte("seed"), 0o666),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	run, err := CreateRun(dir, runOptions{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	run.Close()
	for name, content := range map[string]string{MetricsFile: "{}\n", "checkpoints/last.json": "", "log.txt": ""} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(content), 0o666)); err != nil {
			t.Fatal(err)
		}
		if _, err := CreateRun(dir, runOptions{}); !errors.As(err, new(*RunExistsError)) {
			t.Errorf("with %s: %v", name, err)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenRun(dir, &runOptions{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("resumed nothing: %v", err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := CreateRun(file, runOptions{}); err == nil {
		t.Error("made a run of a file")
	}
	if got := names(t, dir); !cmp.Equal(got, []string{"file"}) {
		t.Errorf("left %v", got)
	}
}

// A tensor file that a killed process left without its JSON file goes when the
// run is opened; the checkpoints stay.
func TestOpenRunRemovesOrphans(t *testing.T) {
	dir := t.TempDir()
	if _, err := runToy(t, dir, nil); err != nil {
		t.Fatal(err)
	}
	before := outcome(t, dir)
	orphan := filepath.Join(dir, "checkpoints", "last-0123456789abcdef.safetensors")
	if err := os.WriteFile(orphan, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	run, err := OpenRun(dir, &map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	run.Close()
	if diff := cmp.Diff(before, outcome(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// Where a JSON file cannot be read, the tensors that it may name stay.
func TestOpenRunKeepsTensorsOfDamaged(t *testing.T) {
	dir := t.TempDir()
	if _, err := runToy(t, dir, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "checkpoints", "best.json"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	before := outcome(t, dir)
	run, err := OpenRun(dir, &map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	run.Close()
	if diff := cmp.Diff(before, outcome(t, dir)); diff != "" {
		t.Error(diff)
	}
}
