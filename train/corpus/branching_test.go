package corpus

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestBranchingTrees(t *testing.T) {
	right := [][]Span{0: {}, 1: {}, 2: {{0, 1}}, 4: {{2, 3}, {1, 3}, {0, 3}}}
	left := [][]Span{0: {}, 1: {}, 2: {{0, 1}}, 4: {{0, 1}, {0, 2}, {0, 3}}}
	for _, words := range []int{0, 1, 2, 4} {
		if diff := cmp.Diff(right[words], RightBranching(words).Spans()); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(left[words], LeftBranching(words).Spans()); diff != "" {
			t.Error(diff)
		}
	}
}

// Over four words, the first split being uniform, both trees that split in the
// middle or whose larger part splits further have known probabilities: 1/3 for
// the balanced one, 1/6 for the other four.
func TestRandomBranchingDistribution(t *testing.T) {
	const draws = 6000
	rng := rand.New(rand.NewPCG(0, 4))
	counts := map[string]int{}
	for range draws {
		counts[key(RandomBranching(4, rng))]++
	}
	chiSquare := 0.0
	for _, b := range allBinaries(4) {
		expected := draws / 6.0
		if b.Spans()[1] == (Span{2, 3}) && b.Spans()[0] == (Span{0, 1}) {
			expected = draws / 3.0
		}
		d := float64(counts[key(b)]) - expected
		chiSquare += d * d / expected
	}
	if chiSquare > 18.47 { // 4 degrees of freedom, one in a thousand
		t.Errorf("chi-square %.1f: %v", chiSquare, counts)
	}
}

func TestRandomBranchingIsSeeded(t *testing.T) {
	for words := range 30 {
		draw := func(seed uint64) Binary { return RandomBranching(words, rand.New(rand.NewPCG(seed, 0))) }
		if diff := cmp.Diff(draw(0), draw(0)); diff != "" {
			t.Error(diff)
		}
		if got := draw(0).Words(); got != words {
			t.Errorf("%d words, want %d", got, words)
		}
		if words > 10 && cmp.Equal(draw(0), draw(1)) {
			t.Errorf("two seeds give one tree over %d words", words)
		}
	}
}

// Unary chains collapse, also over single words; more than two children join from
// the right.
func TestCaseT4BinarizeUnaryChains(t *testing.T) {
	for brackets, want := range map[string]Binary{
		"(NN a)":                          {Shift},
		"(S (VP (VB a)))":                 {Shift},
		"(S (A a) (B b))":                 {Shift, Shift, Reduce},
		"(S (S (NP (A a)) (VP (B b))))":   {Shift, Shift, Reduce},
		"(S (A a) (B b) (X (C c) (D d)))": {Shift, Shift, Shift, Shift, Reduce, Reduce, Reduce},
		"(S (X (A a) (B b)) (C c))":       {Shift, Shift, Reduce, Shift, Reduce},
	} {
		if diff := cmp.Diff(want, Binarize(mustParse(t, brackets))); diff != "" {
			t.Errorf("%s: %s", brackets, diff)
		}
	}
}

// The binarised gold tree has every gold span, and beats every other binary tree.
func TestBinarizedGoldTreeIsTheOracle(t *testing.T) {
	score := func(gold *Tree, b Binary) (f1, punct float64) {
		var e Evaluation
		e.Add(gold, b)
		scores := e.Scores()
		return scores.F1.Mean, scores.Punct.Mean
	}
	rapid.Check(t, func(t *rapid.T) {
		gold := drawTree(t, 6)
		oracle := Binarize(gold)
		have := map[Span]bool{}
		for _, span := range oracle.Spans() {
			have[span] = true
		}
		for _, c := range gold.constituents() {
			if c.span.Width() > 1 && !have[c.span] {
				t.Fatalf("%s: %v is missing", gold, c.span)
			}
		}
		bestF1, bestPunct := score(gold, oracle)
		for _, b := range allBinaries(oracle.Words()) {
			if f1, punct := score(gold, b); f1 > bestF1 || punct > bestPunct {
				t.Fatalf("%s: %v scores %f, %f, the oracle %f, %f", gold, b, f1, punct, bestF1, bestPunct)
			}
		}
	})
}

func key(b Binary) string {
	actions := make([]byte, len(b))
	for i, action := range b {
		actions[i] = 's'
		if action == Reduce {
			actions[i] = 'r'
		}
	}
	return string(actions)
}
