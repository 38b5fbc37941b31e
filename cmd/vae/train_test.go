package main

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"arbelos/cmd/internal/program/programtest"
	"arbelos/models/vae"
	"arbelos/train"
)

// trainTiny are the arguments of a run of 30 steps with a checkpoint after every
// step, and with a moving average, which a resumed run must go on with.
func trainTiny(t *testing.T, dir string, more ...string) []string {
	return append([]string{"train", "--config", programtest.Write(t, "tiny.toml", tiny), "--json", "--num-epochs", "3",
		"--estimator", "score", "--baseline", "moving-average", "--run-dir", dir, "--checkpoint-every", "1"}, more...)
}

// Killed at random moments and resumed, or interrupted and resumed, a run ends in
// the same bits as one that went through.
func TestResumeIsExact(t *testing.T) {
	t.Parallel()
	programtest.CheckResume(t, vaeCommand, 30, func(t *testing.T, dir string) []string { return trainTiny(t, dir) })
}

// One thread or two, the same seed gives the same bits, and seed 0 is a seed; with the
// estimator that draws x too.
func TestSameSeedSameBits(t *testing.T) {
	t.Parallel()
	run := func(seed, threads string) map[string]string {
		dir := filepath.Join(t.TempDir(), "run")
		args := trainTiny(t, dir, "--embedded", "stripes", "--estimator", "wake-sleep", "--num-epochs", "1", "--seed", seed, "--threads", threads)
		return programtest.Outcome(t, dir, vaeCommand.Succeed(t, "", args...).Stdout)
	}
	zero := run("0", "1")
	programtest.SameOutcome(t, "two threads", zero, run("0", "2"))
	if run("1", "1")["metrics.jsonl"] == zero["metrics.jsonl"] {
		t.Error("seeds 0 and 1 give one result")
	}
}

// On the curve a linear model's figures are exact: the ELBO is below the bound,
// that below log p(x), and that the highest of any PCA up to what the items of the
// test differ from those trained on.
func TestLinearFigures(t *testing.T) {
	t.Parallel()
	f := programtest.Figures[figures](t, vaeCommand, "eval", "--model-file", trained(t, "LINEAR"))
	if !(f.ELBO.Mean < f.Bound.Mean+1e-4 && f.Bound.Mean < f.Evidence.Mean+1e-4) || f.Evidence.Mean-f.ELBO.Mean > 0.02 {
		t.Errorf("found an ELBO of %v, a bound of %v, log p(x) %v", *f.ELBO, *f.Bound, *f.Evidence)
	}
	if gap := f.Source.Mean - f.Evidence.Mean; math.Abs(gap-f.Gap.Mean) > 1e-9 || gap < 0.5 {
		t.Errorf("found a source's evidence of %v, a gap of %v", *f.Source, *f.Gap)
	}
	l, err := load(trained(t, "LINEAR"))
	if err != nil {
		t.Fatal(err)
	}
	table, rows, err := l.items("", "auto")
	if err != nil {
		t.Fatal(err)
	}
	highest, err := l.model.MaximumEvidence(rows)
	if err != nil {
		t.Fatal(err)
	}
	if f.Evidence.Mean > highest || highest-f.Evidence.Mean > 0.05 || f.Items != len(table.Rows) {
		t.Errorf("log p(x) is %v, the highest of any PCA on these items %v", f.Evidence.Mean, highest)
	}
}

// Standardised data give the densities, reconstructions and samples of the data's
// own units.
func TestStandardise(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	r := rand.New(rand.NewPCG(3, 4))
	var rows [][]float64
	for range 300 {
		z := r.NormFloat64()
		row := []float64{1000 + 20*z + 5*r.NormFloat64(), 0.01*z + 0.002*r.NormFloat64()}
		rows = append(rows, row)
		enc, _ := json.Marshal(row)
		text.WriteString(strings.Trim(string(enc), "[]") + "\n")
	}
	file, dir := programtest.Write(t, "t.csv", text.String()), filepath.Join(t.TempDir(), "run")
	vaeCommand.Succeed(t, "", "train", "--train-file", file, "--val-file", file, "--standardise", "--likelihood", "linear", "--latent", "1",
		"--hidden", "none", "--num-epochs", "60", "--min-epochs", "20", "--decay", "0.9", "--batch-size", "30", "--lr", "0.05", "--samples", "4", "--run-dir", dir)
	f := programtest.Figures[figures](t, vaeCommand, "eval", "--model-file", dir, "--test-file", file)

	// The highest evidence of a PCA of the scaled items, and what scaling adds to it.
	l, err := load(dir)
	if err != nil {
		t.Fatal(err)
	}
	highest, err := l.model.MaximumEvidence(l.Scaling.in(rows))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range l.Scaling.Deviation {
		highest -= math.Log(d)
	}
	if f.Evidence.Mean > highest+1e-6 || highest-f.Evidence.Mean > 0.02 {
		t.Errorf("log p(x) is %v, the highest of any PCA %v", f.Evidence.Mean, highest)
	}
	var d struct {
		Bound []struct{ Bound float64 }
	}
	out := vaeCommand.Succeed(t, "", "diagnose", "--model-file", dir, "--test-file", file, "--items", "300", "--samples", "64", "--draws", "2", "--json").Stdout
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	if last := d.Bound[len(d.Bound)-1].Bound; math.Abs(last-f.Evidence.Mean) > 0.01 {
		t.Errorf("the bound of 32 samples is %v in the diagnostics, log p(x) %v", last, f.Evidence.Mean)
	}
	g, err := l.model.Generate(4000, vae.Key{})
	if err != nil {
		t.Fatal(err)
	}
	var first, second float64
	for _, x := range l.Scaling.out(g.X) {
		first += x[0] / 4000
		second += x[1] / 4000
	}
	if math.Abs(first-l.Scaling.Mean[0]) > 2 || math.Abs(second-l.Scaling.Mean[1]) > 0.001 {
		t.Errorf("samples have the means %v and %v, the items %v", first, second, l.Scaling.Mean)
	}
}

// A run has a summary of its final figures.
func TestSummary(t *testing.T) {
	t.Parallel()
	s, err := train.ReadRun(trained(t, "CURVE"))
	if err != nil || s.State != train.StateDone {
		t.Fatalf("found %+v, %v", s, err)
	}
	for _, name := range []string{"test/elbo", "test/bound", "test/kl", "test/gap"} {
		if _, ok := s.Final[name]; !ok {
			t.Errorf("the summary lacks %s: %v", name, s.Final)
		}
	}
}
