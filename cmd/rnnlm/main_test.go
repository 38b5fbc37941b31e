package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"arbelos/cmd/internal/program/programtest"

	"github.com/rogpeppe/go-internal/testscript"
)

// rnnlmCommand is the program under test.
const rnnlmCommand = programtest.Command("rnnlm")

// TestMain makes the test binary the command too.
func TestMain(m *testing.M) { programtest.Main(m, rnnlmCommand, main, &shared) }

// shared is a folder for what several tests use.
var shared string

// TestScripts runs the scripts of testdata, each in a folder of its own that holds
// tiny.toml, options of a tiny model. $MODEL is the run directory of a model trained
// with them, $HANDMADE the corpus it was trained on; "status N COMMAND" is exec that
// expects the exit status N.
func TestScripts(t *testing.T) {
	handmade, err := filepath.Abs(handmade)
	if err != nil {
		t.Fatal(err)
	}
	programtest.Scripts(t, func(e *testscript.Env) error {
		e.Setenv("MODEL", trained(t))
		e.Setenv("HANDMADE", handmade)
		return os.WriteFile(filepath.Join(e.WorkDir, "tiny.toml"), []byte(tiny), 0o666)
	})
}

func TestHelp(t *testing.T) {
	t.Parallel()
	parser, err := rnnlmProgram.Parser()
	if err != nil {
		t.Fatal(err)
	}
	programtest.CheckHelp(t, rnnlmCommand, parser)
}

const handmade = "../../testdata/handmade/handmade.trees"

// tiny are options under which training takes a fraction of a second.
const tiny = `w-dim = 8
num-layers = 2
dropout = 0.1
vocab-size = 0
batch-size = 8
bucket = 'mixed'
num-epochs = 2
`

// trained returns the run directory of a tiny model that knows something, trained
// once for all tests. They must not change it.
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
	r, err := rnnlmCommand.Start("", "train", "--config", config, "--num-epochs", "20",
		"--train-file", handmade, "--val-file", handmade, "--run-dir", dir)
	if err != nil || r.Status != 0 {
		return "", fmt.Errorf("exit status %d, %v\n%s", r.Status, err, r.Stderr)
	}
	return dir, nil
})
