package report

import (
	"math/rand/v2"
	"slices"
	"testing"

	"arbelos/cmd/internal/evaluation"
	"arbelos/testdata"
	"arbelos/train/corpus"

	"github.com/google/go-cmp/cmp"
)

// embedded are parses of the embedded test corpus by random trees.
func embedded(t *testing.T) *Parses {
	t.Helper()
	f := must(testdata.FS.Open("english/test.trees"))(t)
	defer f.Close()
	p := &Parses{Corpus: "english"}
	for i, s := range must(corpus.Read(f, "test.trees", corpus.Trees))(t) {
		b := corpus.RandomBranching(len(s.Words), rand.New(rand.NewPCG(1, uint64(i))))
		p.Sentences = append(p.Sentences, evaluation.Parse{
			Sentence: evaluation.Sentence{Words: s.Words, Tags: s.Tags}, GoldTree: s.Tree, PredictedTree: b.Tree(s.Words, s.Tags), Binary: b,
		})
	}
	return p
}

// F1 by length is that of each bin's sentences, and its mean over bins, weighed by
// their sentences, that over all.
func TestByLength(t *testing.T) {
	p := embedded(t)
	bounds := [][2]int{{2, 5}, {6, 10}, {11, 15}, {16, 20}, {21, 30}, {31, 40}, {41, 1000}}
	sum, n := 0.0, 0
	for i, got := range p.byLength(predicted) {
		var e corpus.Evaluation
		for _, s := range p.Sentences {
			if w := len(s.Words); w >= bounds[i][0] && w <= bounds[i][1] {
				e.Add(s.GoldTree, s.Binary)
			}
		}
		if d := cmp.Diff(e.Scores().F1, got); d != "" {
			t.Errorf("%s: %s", binName(i), d)
		}
		sum, n = sum+got.Mean*float64(got.Sentences), n+got.Sentences
	}
	if all := p.scores().F1; n != all.Sentences || sum/float64(n)-all.Mean > 1e-9 || all.Mean-sum/float64(n) > 1e-9 {
		t.Errorf("bins: %v over %d sentences, in all %v over %d", sum/float64(n), n, all.Mean, all.Sentences)
	}
	for words, want := range map[int]int{1: -1, 2: 0, 5: 0, 6: 1, 40: 5, 41: 6, 500: 6} {
		if got := lengthBin(words); got != want {
			t.Errorf("%d words are in bin %d, expected %d", words, got, want)
		}
	}
}

// Examples go from the worst of the sentences that fit to the best.
func TestExamples(t *testing.T) {
	p := embedded(t)
	var fit, got []float64
	for _, s := range p.Sentences {
		if n := len(s.Words); n >= minExampleWords && n <= maxExampleWords {
			fit = append(fit, sentenceF1(s).Mean)
		}
	}
	at := p.examples()
	for _, i := range at {
		got = append(got, sentenceF1(p.Sentences[i]).Mean)
	}
	if len(at) != maxExamples || !slices.IsSorted(got) || got[0] != slices.Min(fit) || got[maxExamples-1] != slices.Max(fit) {
		t.Errorf("examples of F1 %v, of %v to %v", got, slices.Min(fit), slices.Max(fit))
	}
	p.Sentences = p.Sentences[at[0] : at[0]+1]
	if at := p.examples(); !slices.Equal(at, []int{0}) {
		t.Errorf("of one sentence the examples are %v", at)
	}
}
