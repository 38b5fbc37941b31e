package main

import (
	"strings"
	"testing"

	"arbelos/cmd/internal/program/programtest"
	"arbelos/models/urnng"
)

var tinySizes = []string{"--sentences", "3", "--words", "5", "--vocab", "20", "--w-dim", "8", "--q-dim", "6", "--num-layers", "1", "--runs", "2"}

// Every time is positive, the parts do not exceed the whole, and peaked scores
// leave less to compute than flat ones.
func TestBenchStep(t *testing.T) {
	states := map[string]float64{}
	for _, peaked := range []string{"0", "8"} {
		f := programtest.Figures[stepFigures](t, urnngCommand, append([]string{"bench", "step", "--samples", "6", "--peaked", peaked}, tinySizes...)...)
		if parts := f.Q + f.Plan + f.Forward + f.Backward + f.Update; !(f.Q > 0 && f.Floor > 0 && f.Ratio > 0 && f.GFLOP > 0 && parts <= 2*f.Step) {
			t.Errorf("peaked %s: %+v", peaked, f)
		}
		states[peaked] = f.States
	}
	if !(states["8"] < states["0"] && states["0"] <= 1) {
		t.Errorf("states left: %v", states)
	}
}

func TestBenchParse(t *testing.T) {
	f := programtest.Figures[struct{ Seconds, Floor, Ratio float64 }](t, urnngCommand, append([]string{"bench", "parse"}, tinySizes...)...)
	if !(f.Seconds > 0 && f.Floor > 0 && f.Ratio > 0) {
		t.Errorf("%+v", f)
	}
}

// A number that nothing can be measured with is a wrong flag, told before a model is
// looked for.
func TestBenchFlags(t *testing.T) {
	t.Parallel()
	likelihood := []string{"bench", "likelihood", "--model-file", "none"}
	for _, args := range [][]string{
		append(likelihood, "--sentences=0"), append(likelihood, "--sentences=-1"),
		append(likelihood, "--is-temp=0"), append(likelihood, "--is-temp=-1"), append(likelihood, "--samples=4,,5"), append(likelihood, "--samples=0"),
		{"bench", "step", "--samples=0"}, {"bench", "step", "--peaked=-1"}, {"bench", "step", "--words=1"}, {"bench", "step", "--runs=0"},
		{"bench", "parse", "--sentences=0"},
	} {
		flag, _, _ := strings.Cut(args[len(args)-1], "=")
		r, err := urnngCommand.Start("", args...)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != 2 || !strings.Contains(r.Stderr, flag) {
			t.Errorf("urnng %v: exit status %d\n%s", args, r.Status, r.Stderr)
		}
	}
}

// The products are those of the sizes given in the model's description: at the
// paper's sizes 369 GFLOP for p.
func TestStepProducts(t *testing.T) {
	c := urnng.Config{Vocab: 10000, Width: 650, QWidth: 256, Layers: 2, Pos: urnng.PosConcat}
	f := floor{products: stepProducts(c, 16, 20, 8)}
	q := floor{products: parseProducts(c, 16, 20)}
	if p := (f.flop() - 3*q.flop()) / 1e9; p < 368 || p > 370 {
		t.Errorf("p has %.1f GFLOP, expected 369", p)
	}
}

func TestMedian(t *testing.T) {
	if got := median([]float64{5, 1, 3}); got != 3 {
		t.Errorf("got %v", got)
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("got %v", got)
	}
}

// More samples leave a smaller share of the work.
func TestBenchLikelihood(t *testing.T) {
	t.Parallel()
	f := programtest.Figures[struct {
		Merging []mergeFigures
		Ratio   float64
	}](t, urnngCommand, "bench", "likelihood", "--model-file", trained(t), "--test-file", handmade, "--sentences", "5", "--samples", "4,60")
	if len(f.Merging) != 2 || !(f.Merging[1].States < f.Merging[0].States) || !(f.Ratio > 0) {
		t.Errorf("%+v", f)
	}
}
