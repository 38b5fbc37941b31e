package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"arbelos/cmd/internal/program/programtest"

	"github.com/rogpeppe/go-internal/testscript"
)

// ldaCommand is the program under test.
const ldaCommand = programtest.Command("lda")

// TestMain makes the test binary the command too.
func TestMain(m *testing.M) { programtest.Main(m, ldaCommand, main, &shared) }

// shared is a folder for what several tests use.
var shared string

// TestScripts runs the scripts of testdata, each in a folder of its own. $MODEL is
// the run directory of a small model, $BARS the folder of the bars corpus; "status N
// COMMAND" is exec that expects the exit status N.
func TestScripts(t *testing.T) {
	bars, err := filepath.Abs(bars)
	if err != nil {
		t.Fatal(err)
	}
	programtest.Scripts(t, func(e *testscript.Env) error {
		e.Setenv("MODEL", trained(t))
		e.Setenv("BARS", bars)
		return nil
	})
}

const bars = "../../testdata/bars"

// allMethods are the values of --method.
var allMethods = []string{"gibbs", "vem", "vb", "online", "neural"}

// someBars returns a corpus of the first hundred bars.
var someBars = sync.OnceValues(func() (string, error) {
	text, err := os.ReadFile(bars + "/bars.ldac")
	if err != nil {
		return "", err
	}
	path := filepath.Join(shared, "some.ldac")
	return path, os.WriteFile(path, bytes.Join(bytes.SplitAfterN(text, []byte("\n"), 101)[:100], nil), 0o666)
})

// fitBars are the arguments of a short fit of some bars.
func fitBars(t *testing.T, method, dir string, more ...string) []string {
	t.Helper()
	corpus, err := someBars()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"fit", "--method", method, "--run-dir", dir, "--topics", "10", "--tolerance", "0", "--corpus", corpus, "--words", bars + "/vocabulary.txt"}
	switch method {
	case "gibbs":
		args = append(args, "--iterations", "60", "--burn-in", "20", "--thin", "5", "--learn-after", "10")
	case "online":
		args = append(args, "--iterations", "6", "--batch-size", "16", "--shuffle", "50")
	default:
		args = append(args, "--iterations", "30")
	}
	return append(args, more...)
}

// trained returns the run directory of a model of the embedded corpus, fitted once
// for all tests. They must not change it.
func trained(t *testing.T) string {
	t.Helper()
	dir, err := trainShared()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var trainShared = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(shared, "model")
	r, err := ldaCommand.Start("", "fit", "--run-dir", dir)
	if err != nil || r.Status != 0 {
		return "", fmt.Errorf("exit status %d, %v\n%s", r.Status, err, r.Stderr)
	}
	return dir, nil
})
