package main

import (
	"math"
	"regexp"
	"testing"

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
