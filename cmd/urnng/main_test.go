package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary the command urnng too, for scripts and for
// tests that start processes.
func TestMain(m *testing.M) {
	testscript.Main(suite{m}, map[string]func(){"urnng": main})
}

// suite has a folder for what several tests use.
type suite struct{ *testing.M }

var shared string

// Run makes the folder, and removes it after the tests.
func (s suite) Run() int {
	var err error
	if shared, err = os.MkdirTemp("", "urnng-test"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(shared)
	return s.M.Run()
}

// TestScripts runs the scripts of testdata, each in a folder of its own that
// holds tiny.toml, options of a tiny model. $MODEL is the run directory of a
// model trained with them, $HANDMADE the trees it was trained on; "status N
// COMMAND" is exec that expects the exit status N.
func TestScripts(t *testing.T) {
	handmade, err := filepath.Abs(handmade)
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("MODEL", trained(t))
			e.Setenv("HANDMADE", handmade)
			return os.WriteFile(filepath.Join(e.WorkDir, "tiny.toml"), []byte(tiny), 0o666)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": expectStatus},
	})
}

// expectStatus is exec for commands that fail in a way of their own.
func expectStatus(ts *testscript.TestScript, not bool, args []string) {
	if not || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, expected %d", got, want)
	}
}

const handmade = "../../testdata/handmade/handmade.trees"

// tiny are options under which training takes a fraction of a second.
const tiny = `w-dim = 8
h-dim = 8
q-dim = 6
num-layers = 1
dropout = 0.1
vocab-size = 0
batch-size = 8
bucket = 'mixed'
samples = 2
mc-samples = 2
num-epochs = 2
q-lr = 0.01
train-q-epochs = -1
`

// trained returns the run directory of a tiny model that knows something,
// trained once for all tests. They must not change it.
func trained(t *testing.T) string {
	t.Helper()
	dir, err := trainShared()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var trainShared = sync.OnceValues(func() (string, error) {
	config, dir := filepath.Join(shared, "tiny.toml"), filepath.Join(shared, "model")
	if err := os.WriteFile(config, []byte(tiny), 0o666); err != nil {
		return "", err
	}
	r, err := start("", "train", "--config", config, "--mode", "supervised", "--num-epochs", "4",
		"--train-file", handmade, "--val-file", handmade, "--run-dir", dir)
	if err != nil || r.status != 0 {
		return "", fmt.Errorf("exit status %d, %v\n%s", r.status, err, r.stderr)
	}
	return dir, nil
})

// result is what a process left.
type result struct {
	stdout, stderr string
	status         int
}

// start runs the command in a process of its own.
func start(stdin string, args ...string) (result, error) {
	cmd := exec.Command("urnng", args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	err := cmd.Run()
	if errors.As(err, new(*exec.ExitError)) {
		err = nil
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}, err
}

// succeed runs the command, which must succeed, and returns its output.
func succeed(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	r, err := start(stdin, args...)
	if err != nil {
		t.Fatal(err)
	}
	if r.status != 0 {
		t.Fatalf("urnng %s: exit status %d\n%s", strings.Join(args, " "), r.status, r.stderr)
	}
	return r
}

// figures runs a command with --json and decodes what it prints.
func figures[F any](t *testing.T, args ...string) F {
	t.Helper()
	var f F
	if err := json.Unmarshal([]byte(succeed(t, "", append(args, "--json")...).stdout), &f); err != nil {
		t.Fatalf("urnng %s --json: %v", strings.Join(args, " "), err)
	}
	return f
}

// write makes a file in a new folder and returns its path.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sharedData returns the folder of treebanks that are no part of the project,
// or skips the test.
func sharedData(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("ARBELOS_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data") // beside the module
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no treebanks: %v; ARBELOS_DATA names their folder", err)
	}
	return dir
}

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// copied returns a copy of a run directory that a test may change.
func copied(t *testing.T, run string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(dir, os.DirFS(run)); err != nil {
		t.Fatal(err)
	}
	return dir
}
