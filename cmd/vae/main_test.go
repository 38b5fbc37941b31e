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

// vaeCommand is the program under test.
const vaeCommand = programtest.Command("vae")

// TestMain makes the test binary the command too.
func TestMain(m *testing.M) { programtest.Main(m, vaeCommand, main, &shared) }

// shared is a folder for what several tests use.
var shared string

// TestScripts runs the scripts of testdata, each in a folder of its own that holds
// tiny.toml, options of a tiny model. $CURVE, $STRIPES and $LINEAR are run
// directories of models trained with them on embedded data; "status N COMMAND" is
// exec that expects the exit status N.
func TestScripts(t *testing.T) {
	programtest.Scripts(t, func(e *testscript.Env) error {
		for name := range tinyRuns {
			e.Setenv(name, trained(t, name))
		}
		return os.WriteFile(filepath.Join(e.WorkDir, "tiny.toml"), []byte(tiny), 0o666)
	})
}

// tiny are options under which training takes a fraction of a second.
const tiny = `hidden = '8'
num-epochs = 2
val-samples = 2
batch-size = 100
samples = 2
kl-warmup = 0
`

// tinyRuns are the models that tests share.
var tinyRuns = map[string][]string{
	"CURVE":   {"--dtype", "float64"},
	"STRIPES": {"--embedded", "stripes", "--latent", "3"},
	"LINEAR":  {"--likelihood", "linear", "--latent", "1", "--hidden", "none", "--lr", "0.05", "--num-epochs", "30"},
}

// trained returns the run directory of one of tinyRuns, trained once for all tests.
// They must not change it.
func trained(t *testing.T, name string) string {
	t.Helper()
	runs, err := trainShared()
	if err != nil {
		t.Fatal(err)
	}
	return runs[name]
}

var trainShared = sync.OnceValues(func() (map[string]string, error) {
	config := filepath.Join(shared, "tiny.toml")
	if err := os.WriteFile(config, []byte(tiny), 0o666); err != nil {
		return nil, err
	}
	dirs := map[string]string{}
	for name, flags := range tinyRuns {
		dirs[name] = filepath.Join(shared, name)
		r, err := vaeCommand.Start("", append([]string{"train", "--config", config, "--run-dir", dirs[name]}, flags...)...)
		if err != nil || r.Status != 0 {
			return nil, fmt.Errorf("exit status %d, %v\n%s", r.Status, err, r.Stderr)
		}
	}
	return dirs, nil
})

func TestHelp(t *testing.T) {
	t.Parallel()
	parser, err := vaeProgram.Parser()
	if err != nil {
		t.Fatal(err)
	}
	programtest.CheckHelp(t, vaeCommand, parser)
}
