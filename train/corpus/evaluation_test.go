package corpus

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// goldenScores are scores of three kinds of trees against the handmade ones, f1
// and f1-punct from an independent script, the counts of f1-evalb from the
// standard scorer.
type goldenScores struct {
	Averages map[string]struct {
		F1    float64 `json:"f1"`
		Punct float64 `json:"f1_punct"`
		Evalb float64 `json:"f1_evalb"`
	} `json:"averages"`
	Treebanks map[string]map[string]float64 `json:"evalb_on_shared_treebanks_test"`
	Trees     []map[string]json.RawMessage  `json:"trees"`
}

type goldenTree struct {
	Spans   [][2]int `json:"spans"`
	F1      float64  `json:"f1"`
	Words   int      `json:"f1_words"`
	Punct   float64  `json:"f1_punct"`
	Matched int      `json:"evalb_matched"`
	Gold    int      `json:"evalb_gold"`
	Test    int      `json:"evalb_test"`
}

func readGoldenScores(t *testing.T) goldenScores {
	t.Helper()
	data, err := os.ReadFile(projectData(t, "golden/f1.json"))
	if err != nil {
		t.Fatal(err)
	}
	var golden goldenScores
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	return golden
}

func TestScoresOfHandmadeTrees(t *testing.T) {
	golden := readGoldenScores(t)
	if len(golden.Trees) != 46 {
		t.Fatalf("%d trees", len(golden.Trees))
	}
	for kind, average := range golden.Averages {
		var all Evaluation
		for _, entry := range golden.Trees {
			var brackets string
			var want goldenTree
			decode(t, entry["gold"], &brackets)
			decode(t, entry[kind], &want)
			gold, predicted := mustParse(t, brackets), fromGolden(t, want.Spans)
			branching := map[string]func(int) Binary{"left": LeftBranching, "right": RightBranching}[kind]
			if branching != nil && !cmp.Equal(branching(predicted.Words()), predicted) {
				t.Errorf("%s-branching over %s: %v", kind, brackets, predicted)
			}
			all.Add(gold, predicted)
			var one Evaluation
			one.Add(gold, predicted)
			scores := one.Scores()
			if want.Words < 2 {
				if scores.F1 != (F1{}) || scores.Bare != 1 {
					t.Errorf("%s: %+v, though it has %d words", brackets, scores, want.Words)
				}
			} else {
				near(t, kind+" f1 of "+brackets, scores.F1.Mean, 100*want.F1, 1e-4)
			}
			near(t, kind+" f1-punct of "+brackets, scores.Punct.Mean, 100*want.Punct, 1e-4)
			e := scores.Evalb
			if e.Matched != want.Matched || e.Gold != want.Gold || e.Predicted != want.Test {
				t.Errorf("%s f1-evalb of %s: got %+v, want %+v", kind, brackets, e, want)
			}
		}
		scores := all.Scores()
		near(t, kind+" f1", scores.F1.Mean, average.F1, 0.005)
		near(t, kind+" f1-punct", scores.Punct.Mean, average.Punct, 0.005)
		near(t, kind+" f1-evalb", scores.Evalb.Corpus, average.Evalb, 0.005)
		if scores.F1.Sentences != 45 || scores.Punct.Sentences != 46 || scores.Bare != 1 || scores.Short != 0 {
			t.Errorf("%s: sentences %+v", kind, scores)
		}
	}
}

// Branching baselines over the treebanks' test sets: the F1 that was computed for
// them independently.
func TestBaselinesOfTreebanks(t *testing.T) {
	evalb := readGoldenScores(t).Treebanks
	for _, c := range []struct {
		name        string
		right, left float64
	}{
		{"ptb_nltk", 39.7, 7.9},
		{"mikolov_gold", 39.5, 8.2},
		{"genia", 37.6, 6.8},
		{"sinica", 20.4, 15.5},
		{"icon_id", 42.8, 9.5},
		{"gum_ccby", 45.4, 10.1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var right, left Evaluation
			for _, s := range mustReadFile(t, sharedData(t, c.name+"/test.trees"), Auto) {
				right.Add(s.Tree, RightBranching(len(s.Words)))
				left.Add(s.Tree, LeftBranching(len(s.Words)))
			}
			r, l := right.Scores(), left.Scores()
			t.Logf("right: f1 %.2f (corpus %.2f), punct %.2f, evalb %.2f; left: f1 %.2f (corpus %.2f), punct %.2f, evalb %.2f; %d sentences",
				r.F1.Mean, r.F1.Corpus, r.Punct.Mean, r.Evalb.Corpus, l.F1.Mean, l.F1.Corpus, l.Punct.Mean, l.Evalb.Corpus, r.F1.Sentences)
			near(t, "right f1", r.F1.Mean, c.right, 0.0501)
			near(t, "left f1", l.F1.Mean, c.left, 0.0501)
			if want, ok := evalb[c.name]; ok {
				near(t, "right f1-evalb", r.Evalb.Corpus, want["right"], 0.00501)
				near(t, "left f1-evalb", l.Evalb.Corpus, want["left"], 0.00501)
			}
		})
	}
}

// The same prediction is perfect to one score and not to another.
func TestScoresDiffer(t *testing.T) {
	var e Evaluation
	e.Add(mustParse(t, "(S (NP (PRP I)) (VP (VB go) (RB now)) (. .))"), RightBranching(4))
	scores := e.Scores()
	near(t, "f1", scores.F1.Mean, 100, 1e-9)
	near(t, "f1-evalb", scores.Evalb.Corpus, 200.0/3, 1e-9)
}

// Sentences of one word are counted as skipped; two words never divide by zero.
func TestCaseT4ShortSentences(t *testing.T) {
	var e Evaluation
	e.Add(mustParse(t, "(INTJ (UH Yes))"), RightBranching(1))
	e.Add(mustParse(t, "(UH Yes)"), RightBranching(1))
	if diff := cmp.Diff(Scores{Short: 2}, e.Scores()); diff != "" {
		t.Error(diff)
	}
	e.Add(mustParse(t, "(S (A a) (B b))"), RightBranching(2))
	got := e.Scores()
	want := Scores{
		F1:    F1{Mean: 100, Corpus: 100, Sentences: 1},
		Punct: F1{Mean: 100, Corpus: 100, Sentences: 1},
		Evalb: F1{Mean: 100, Corpus: 100, Sentences: 1, Matched: 1, Gold: 1, Predicted: 1},
		Short: 2,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	e.Add(mustParse(t, "(FRAG (NP (NN Rain)) (. .))"), RightBranching(2))
	if got := e.Scores(); got.F1.Sentences != 1 || got.Bare != 1 || got.Punct.Sentences != 2 {
		t.Errorf("got %+v", got)
	}
}

// Without a sentence to score, scores are absent from JSON, not zero.
func TestCaseT1ScoresAreLeftOut(t *testing.T) {
	data, err := json.Marshal((&Evaluation{}).Scores())
	const want = `{"skipped-one-word":0,"skipped-punctuation-only":0}`
	if err != nil || string(data) != want {
		t.Errorf("got %s, %v, want %s", data, err, want)
	}
}

func TestLabelRecall(t *testing.T) {
	var e Evaluation
	// Found: NP over "the dog" (twice the label, once counted) and VP; the PP over
	// "in ." shrinks to a word, S is the sentence; QP is missed.
	e.Add(mustParse(t, "(S (NP (NP (DT the) (NN dog))) (VP (ADVP (VBZ is) (RB in))) (PP (IN in) (. .)))"), Binary{
		Shift, Shift, Reduce, Shift, Shift, Reduce, Shift, Shift, Reduce, Reduce, Reduce,
	})
	e.Add(mustParse(t, "(S (QP (CD a) (CD b)) (NP (CD c) (CD d)))"), Binary{
		Shift, Shift, Shift, Shift, Reduce, Reduce, Reduce,
	})
	want := []LabelRecall{
		{Label: "NP", Gold: 2, Found: 2, Recall: 100},
		{Label: "ADVP", Gold: 1, Found: 1, Recall: 100},
		{Label: "QP", Gold: 1, Found: 0, Recall: 0},
		{Label: "VP", Gold: 1, Found: 1, Recall: 100},
	}
	if diff := cmp.Diff(want, e.Scores().Labels); diff != "" {
		t.Error(diff)
	}
}

// Branching trees lose punctuation and stay branching: f1 may project the tree over
// all words instead of building one over the words it keeps.
func TestBranchingTreesWithoutPunctuation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		leafTags := rapid.SliceOfN(rapid.SampledFrom(tags), 2, 15).Draw(t, "tags")
		words := newSubset(leafTags, func(tag string) bool { return !punctuation(tag) })
		all := newSubset(leafTags[:words.words()], func(string) bool { return true })
		for name, branching := range map[string]func(int) Binary{"left": LeftBranching, "right": RightBranching} {
			projected := spanSet(branching(len(leafTags)).Spans(), words)
			built := spanSet(branching(words.words()).Spans(), all)
			if diff := cmp.Diff(built, projected); diff != "" {
				t.Fatalf("%s over %v: %s", name, leafTags, diff)
			}
		}
	})
}

func TestDifferentLengthsPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	new(Evaluation).Add(mustParse(t, "(S (A a) (B b))"), RightBranching(3))
}

func fromGolden(t *testing.T, pairs [][2]int) Binary {
	t.Helper()
	var spans []Span
	for _, pair := range pairs {
		spans = append(spans, Span{pair[0], pair[1]})
	}
	b, err := FromSpans(len(spans)+1, spans)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func decode(t *testing.T, data []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.4f, want %.4f", what, got, want)
	}
}
