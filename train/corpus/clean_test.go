package corpus

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Outer wrappers change nothing.
func TestCaseT2OuterWrappers(t *testing.T) {
	const inner = "(S (NP (NN Ice)) (VP (VBZ melts)))"
	for _, wrapped := range []string{
		inner, "( " + inner + " )", "(" + inner + ")", "(TOP " + inner + ")", "(ROOT " + inner + ")",
		"( (TOP (ROOT " + inner + ")))", "( (TOP (-NONE- *) " + inner + "))",
	} {
		if got := mustParse(t, wrapped).String(); got != inner {
			t.Errorf("%s: got %s, want %s", wrapped, got, inner)
		}
	}
}

// A root that joins several trees is not a wrapper, nor is one of that name inside.
func TestCaseT2RootsThatAreNoWrappers(t *testing.T) {
	for _, brackets := range []string{
		"(TOP (S (NN a)) (. .))", "( (S (NN a)) (. .))", "(S (TOP (NN a)) (. .))", "(TOP word)",
	} {
		if got := mustParse(t, brackets).String(); got != brackets {
			t.Errorf("%s: got %s", brackets, got)
		}
	}
}

// Traces go, with the nodes that held nothing else; labels keep their category.
func TestCaseT3TracesAndFunctionalTags(t *testing.T) {
	for raw, want := range map[string]string{
		"(S (NP-SBJ (DT A) (NN b)) (VP (VB c) (NP (-NONE- *T*-1))))":               "(S (NP (DT A) (NN b)) (VP (VB c)))",
		"(S (NP-SBJ-1 (NN a)) (S (NP (-NONE- *-1)) (VP (ADVP (-NONE- 0)))) (. .))": "(S (NP (NN a)) (. .))",
		"(NP=2 (NN a) (NN b))":               "(NP (NN a) (NN b))",
		"(VP|PRED-TPC=1 (VBG|NN a))":         "(VP (VBG a))",
		"(X (-LRB- -LRB-) (-RRB- -RRB-))":    "(X (-LRB- -LRB-) (-RRB- -RRB-))",
		"(X (- -) (= =) (| |) (NN a-b=c|d))": "(X (- -) (= =) (| |) (NN a-b=c|d))",
	} {
		if got := mustParse(t, raw).String(); got != want {
			t.Errorf("%s: got %s, want %s", raw, got, want)
		}
	}
}

// A tree of nothing but traces is a sentence without words, so that lines align.
func TestCaseT3TreeOfTracesOnly(t *testing.T) {
	sentences, err := parse([]byte("(S (NN a))\n( (S (NP (-NONE- *))))\n(S (NN b))\n"), "x", Trees)
	if err != nil {
		t.Fatal(err)
	}
	want := []Sentence{
		{Words: []string{"a"}, Tags: []string{"NN"}, Tree: &Tree{Label: "S", Children: []*Tree{{Label: "NN", Word: "a"}}}, File: "x", Line: 1},
		{File: "x", Line: 2},
		{Words: []string{"b"}, Tags: []string{"NN"}, Tree: &Tree{Label: "S", Children: []*Tree{{Label: "NN", Word: "b"}}}, File: "x", Line: 3},
	}
	if diff := cmp.Diff(want, sentences); diff != "" {
		t.Error(diff)
	}
}

// The handmade trees exist raw, as a treebank has them, and cleaned by hand.
func TestHandmadeRawIsCleaned(t *testing.T) {
	raw := mustReadFile(t, projectData(t, "handmade/handmade_raw.mrg"), Auto)
	clean := mustReadFile(t, projectData(t, "handmade/handmade.trees"), Auto)
	if len(raw) != 48 || len(clean) != 48 {
		t.Fatalf("%d raw and %d clean trees, want 48 of both", len(raw), len(clean))
	}
	for i := range raw {
		if diff := cmp.Diff(clean[i].Tree, raw[i].Tree); diff != "" {
			t.Errorf("tree %d: %s", i+1, diff)
		}
	}
}
