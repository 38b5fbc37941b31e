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

// urnngCommand is the program under test.
const urnngCommand = programtest.Command("urnng")

// TestMain makes the test binary the command too.
func TestMain(m *testing.M) { programtest.Main(m, urnngCommand, main, &shared) }

// shared is a folder for what several tests use.
var shared string

// TestScripts runs the scripts of testdata, each in a folder of its own that
// holds tiny.toml, options of a tiny model. $MODEL is the run directory of a
// model trained with them, $HANDMADE the trees it was trained on; "status N
// COMMAND" is exec that expects the exit status N.
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
	r, err := urnngCommand.Start("", "train", "--config", config, "--mode", "supervised", "--num-epochs", "4",
		"--train-file", handmade, "--val-file", handmade, "--run-dir", dir)
	if err != nil || r.Status != 0 {
		return "", fmt.Errorf("exit status %d, %v\n%s", r.Status, err, r.Stderr)
	}
	return dir, nil
})
