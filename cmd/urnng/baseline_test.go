package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"arbelos/cmd/internal/program/programtest"
	"arbelos/train/corpus"

	"github.com/google/go-cmp/cmp"
)

// Left- and right-branching F1 of every treebank are those of an independent
// evaluator, to 0.1.
func TestBaselineOfTreebanks(t *testing.T) {
	t.Parallel()
	dir := programtest.SharedData(t)
	for name, want := range map[string]struct {
		sentences   int
		right, left float64
	}{
		"ptb_nltk": {405, 39.7, 7.9}, "mikolov_gold": {1993, 39.5, 8.2}, "genia": {1945, 37.6, 6.8},
		"sinica": {1000, 20.4, 15.5}, "icon_id": {1000, 42.8, 9.5}, "gum_ccby": {347, 45.4, 10.1},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name, "test.trees")
			if _, err := os.Stat(path); err != nil {
				t.Skipf("no treebank: %v", err)
			}
			f := programtest.Figures[map[string]corpus.Scores](t, urnngCommand, "baseline", path)
			left, right := f["left"], f["right"]
			if math.Abs(left.F1.Mean-want.left) > 0.1 || math.Abs(right.F1.Mean-want.right) > 0.1 {
				t.Errorf("f1 %.2f left and %.2f right, expected %.1f and %.1f", left.F1.Mean, right.F1.Mean, want.left, want.right)
			}
			if got := left.Punct.Sentences + left.Short; got != want.sentences {
				t.Errorf("%d sentences, expected %d", got, want.sentences)
			}
			checkOracle(t, f)
		})
	}
}

func TestBaselineOfHandmade(t *testing.T) {
	t.Parallel()
	f := programtest.Figures[map[string]corpus.Scores](t, urnngCommand, "baseline", handmade)
	if f["left"].Short != 2 || f["left"].Punct.Sentences != 46 {
		t.Errorf("counts %+v", f["left"])
	}
	checkOracle(t, f)
	if diff := cmp.Diff(f, programtest.Figures[map[string]corpus.Scores](t, urnngCommand, "baseline", handmade, "--seed", "3435")); diff != "" {
		t.Errorf("the same seed: %s", diff)
	}
	other := programtest.Figures[map[string]corpus.Scores](t, urnngCommand, "baseline", handmade, "--seed", "0")
	if cmp.Equal(f["random"], other["random"]) || !cmp.Equal(f["left"], other["left"]) {
		t.Error("the seed is that of the random trees alone")
	}
}

// checkOracle holds that the oracle finds every gold span, and that nobody finds
// more.
func checkOracle(t *testing.T, f map[string]corpus.Scores) {
	t.Helper()
	oracle := f["oracle"]
	for _, s := range []corpus.F1{oracle.F1, oracle.Punct} {
		if s.Matched != s.Gold || s.Gold == 0 {
			t.Errorf("the oracle finds %d of %d spans", s.Matched, s.Gold)
		}
	}
	for name, s := range f {
		if s.F1.Mean > oracle.F1.Mean || s.Punct.Mean > oracle.Punct.Mean || s.Evalb.Corpus > oracle.Evalb.Corpus {
			t.Errorf("%s is better than the oracle: %+v", name, s)
		}
		if s.F1.Gold != oracle.F1.Gold {
			t.Errorf("%s is held against %d gold spans, the oracle against %d", name, s.F1.Gold, oracle.F1.Gold)
		}
	}
}
