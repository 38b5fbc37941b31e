package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/cmd/internal/program"
	"arbelos/cmd/internal/program/programtest"
)

// What eval and infer find of a neural model is what the fit printed, and a product
// of experts is scored by its own decoder only.
func TestNeuralModelFile(t *testing.T) {
	for _, decoder := range []string{"mixture", "product"} {
		t.Run(decoder, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "run")
			printed := ldaCommand.Succeed(t, "", "fit", "--method", "neural", "--decoder", decoder, "--iterations", "3", "--hidden", "20",
				"--held-out", "0.1", "--run-dir", dir, "--json")
			var fitted fitFigures
			if err := json.Unmarshal([]byte(printed.Stdout), &fitted); err != nil {
				t.Fatal(err)
			}
			var f evalFigures
			eval := func(args ...string) programtest.Result {
				r, err := ldaCommand.Start("", append([]string{"eval", "--model-file", dir, "--json"}, args...)...)
				if err != nil {
					t.Fatal(err)
				}
				f = evalFigures{}
				if r.Status == 0 {
					if err := json.Unmarshal([]byte(r.Stdout), &f); err != nil {
						t.Fatal(err)
					}
				}
				return r
			}
			if eval(); f.Completion == nil || *f.Completion.All.LogProb != *fitted.Completion.All.LogProb {
				t.Errorf("eval found %+v, the fit %+v", f.Completion, fitted.Completion)
			}
			if eval("--measure", "elbo"); f.ELBO == nil || *f.ELBO.ELBO != *fitted.ELBO {
				t.Errorf("eval found the bound %+v, the fit %v", f.ELBO, *fitted.ELBO)
			}
			for _, args := range [][]string{{"--inference", "gibbs"}, {"--inference", "variational"}, {"--measure", "left-to-right"}} {
				want := map[string]int{"mixture": 0, "product": program.BadFlags}[decoder]
				if r := eval(args...); r.Status != want || want != 0 && !strings.Contains(r.Stderr, "product of experts") {
					t.Errorf("%v: exit status %d, expected %d\n%s", args, r.Status, want, r.Stderr)
				}
			}
		})
	}
}

// Flags that the method cannot follow are refused before anything is written.
func TestNeuralRefuses(t *testing.T) {
	for _, args := range [][]string{{"--topics", "1"}, {"--eta", "0.1"}, {"--alpha", "1,2"}, {"--dropout", "1"}, {"--hidden", "0"}, {"--topic-rate", "-1"}} {
		dir := filepath.Join(t.TempDir(), "run")
		r, err := ldaCommand.Start("", append([]string{"fit", "--method", "neural", "--run-dir", dir}, args...)...)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != program.BadFlags || !strings.Contains(r.Stderr, args[0]) {
			t.Errorf("%v: exit status %d\n%s", args, r.Status, r.Stderr)
		}
		if left, _ := filepath.Glob(dir); len(left) > 0 {
			t.Errorf("%v: found %v", args, left)
		}
	}
}
