package main

import (
	"math"
	"path/filepath"
	"regexp"
	"testing"

	"arbelos/cmd/internal/evaluation"
	"arbelos/cmd/internal/program"
	"arbelos/cmd/internal/program/programtest"
	"arbelos/train/corpus"

	"github.com/google/go-cmp/cmp"
)

func evalTiny(t *testing.T, more ...string) evalFigures {
	return programtest.Figures[evalFigures](t, urnngCommand, append([]string{"eval", "--model-file", trained(t), "--test-file", handmade, "--samples", "200"}, more...)...)
}

// The figures agree with each other, and do not depend on the number of threads.
func TestEvalFigures(t *testing.T) {
	t.Parallel()
	f := evalTiny(t)
	if f.Sentences != 46 || f.Words != 295 || f.Skipped != 2 || f.Unknown != 0 || f.Samples != 200 || f.Temperature != 2 {
		t.Errorf("counts %+v", f)
	}
	with := math.Exp(-f.LogLikelihood / float64(f.Words+f.Sentences))
	without := math.Exp(-f.LogLikelihood / float64(f.Words))
	if math.Abs(f.Perplexity.WithEnd-with) > 1e-9 || math.Abs(f.Perplexity.WithoutEnd-without) > 1e-9 {
		t.Errorf("perplexities %+v, expected %v and %v", f.Perplexity, with, without)
	}
	if !(0 < f.DistinctShare && f.DistinctShare <= 1) || !(0 < f.Entropy && f.Entropy < f.UniformEntropy) {
		t.Errorf("%+v", f)
	}
	for _, threads := range []string{"1", "2"} {
		if diff := cmp.Diff(f, evalTiny(t, "--threads", threads)); diff != "" {
			t.Errorf("%s threads: %s", threads, diff)
		}
	}
	if cmp.Equal(f.LogLikelihood, evalTiny(t, "--seed", "1").LogLikelihood) {
		t.Error("two seeds give the same likelihood")
	}
}

// Importance sampling from q and from a flatter q estimate the same likelihood.
func TestEvalTemperatures(t *testing.T) {
	t.Parallel()
	a, b := evalTiny(t, "--is-temp", "1", "--samples", "1000"), evalTiny(t, "--is-temp", "2", "--samples", "1000")
	if r := a.Perplexity.WithEnd / b.Perplexity.WithEnd; r < 0.99 || r > 1.01 {
		t.Errorf("perplexities %v and %v", a.Perplexity, b.Perplexity)
	}
	if a.LogLikelihood == b.LogLikelihood || a.Entropy != b.Entropy {
		t.Errorf("%+v\n%+v", a, b)
	}
	// More samples raise the bound: one sample's is the bound of the ELBO.
	if one := evalTiny(t, "--is-temp", "1", "--samples", "1"); !(one.LogLikelihood < a.LogLikelihood) {
		t.Errorf("log p(x) %v by one sample, %v by 1000", one.LogLikelihood, a.LogLikelihood)
	}
}

// F1 is that of the trees that parse writes, scored by themselves.
func TestEvalScoresWhatParseWrites(t *testing.T) {
	t.Parallel()
	for _, decode := range []string{"viterbi", "mbr"} {
		f := evalTiny(t, "--samples", "1", "--decode", decode)
		parsed, err := corpus.ReadFile(programtest.Write(t, "out.trees",
			urnngCommand.Succeed(t, "", "parse", "--model-file", trained(t), "--decode", decode, handmade).Stdout), corpus.Trees)
		if err != nil {
			t.Fatal(err)
		}
		gold, err := corpus.ReadFile(handmade, corpus.Trees)
		if err != nil {
			t.Fatal(err)
		}
		if len(parsed) != len(gold) {
			t.Fatalf("%d trees of %d", len(parsed), len(gold))
		}
		var e corpus.Evaluation
		for i := range gold {
			if diff := cmp.Diff(gold[i].Words, parsed[i].Words); diff != "" {
				t.Errorf("sentence %d: %s", i, diff)
			}
			e.Add(gold[i].Tree, corpus.Binarize(parsed[i].Tree))
		}
		want := e.Scores()
		if diff := cmp.Diff(&want, f.F1); diff != "" {
			t.Errorf("%s: %s", decode, diff)
		}
		if f.F1.F1.Mean < 40 {
			t.Errorf("%s: F1 %v after supervised training on these trees", decode, f.F1.F1.Mean)
		}
	}
}

// What a run says of its best checkpoint, eval says too.
func TestEvalAgreesWithTraining(t *testing.T) {
	t.Parallel()
	row := regexp.MustCompile(`(?m)^ *this model +(\S+) +(\S+) +(\S+) +(\S+)$`)
	training := row.FindStringSubmatch(urnngCommand.Succeed(t, "", "train", "--resume", "--run-dir", programtest.Copied(t, trained(t))).Stdout)
	eval := row.FindStringSubmatch(urnngCommand.Succeed(t, "", "eval", "--model-file", trained(t), "--test-file", handmade, "--samples", "1").Stdout)
	if training == nil || eval == nil || !cmp.Equal(training[1:], eval[1:]) {
		t.Errorf("training %q, eval %q", training, eval)
	}
}

// The evaluation that a run directory is given has the trees that were scored: at
// the end of training, and by --to-run those of another corpus in their place.
func TestEvaluationFile(t *testing.T) {
	t.Parallel()
	dir := programtest.Copied(t, trained(t))
	check := func(name string, want *corpus.Scores) {
		t.Helper()
		e, parses, err := evaluation.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		var got corpus.Evaluation
		for _, p := range parses {
			got.Add(p.GoldTree, p.Binary)
		}
		if diff := cmp.Diff(*want, got.Scores()); diff != "" {
			t.Error(diff)
		}
		if filepath.Base(e.Corpus) != name || filepath.Base(e.Checkpoint) != "best.json" {
			t.Errorf("of %s by %s, expected %s by best.json", e.Corpus, e.Checkpoint, name)
		}
	}
	check("handmade.trees", evalTiny(t).F1)
	other := programtest.Write(t, "other.trees", "(S (NP (D the) (N dog)) (VP (V sees) (NP (D a) (N cat))))\n(S (N <b>) (V -LRB-) (N d))\n")
	args := []string{"eval", "--model-file", dir, "--test-file", other, "--samples", "1"}
	f := programtest.Figures[evalFigures](t, urnngCommand, args...)
	check("handmade.trees", evalTiny(t).F1)
	programtest.Figures[evalFigures](t, urnngCommand, append(args, "--to-run")...)
	check("other.trees", f.F1)
	r, err := urnngCommand.Start("", "eval", "--model-file", filepath.Join(dir, "checkpoints", "best.json"), "--to-run")
	if err != nil || r.Status != program.BadFlags {
		t.Errorf("--to-run of a checkpoint: %v, exit status %d: %s", err, r.Status, r.Stderr)
	}
}
