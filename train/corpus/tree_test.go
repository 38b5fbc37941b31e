package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestTreeWordsAndTags(t *testing.T) {
	tree := mustParse(t, "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))")
	if diff := cmp.Diff([]string{"the", "dog", "barks", "."}, tree.Words()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"DT", "NN", "VBZ", "."}, tree.Tags()); diff != "" {
		t.Error(diff)
	}
}

func TestNilTreeIsAnEmptyLine(t *testing.T) {
	if got := (*Tree)(nil).String(); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestTreeStringIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t, 12)
		for _, format := range []Format{Trees, Auto} {
			got, err := Read(strings.NewReader(tree.String()), "drawn", format)
			if err != nil {
				t.Fatalf("%s: %v", tree, err)
			}
			if diff := cmp.Diff(tree, got[0].Tree); diff != "" || len(got) != 1 {
				t.Fatalf("%s as %s: %d trees, %s", tree, format, len(got), diff)
			}
		}
	})
}

// Tokens of plain text that hold brackets: kept as they are, escaped between
// brackets, and whole again when those are read.
func TestCaseT6BracketsInsideTokens(t *testing.T) {
	for line, want := range map[string]string{
		"( There is no doubt )": "(NT (XX -LRB-) (NT (XX There) (NT (XX is) (NT (XX no) (NT (XX doubt) (XX -RRB-))))))",
		"a t(est)":              "(NT (XX a) (XX t-LRB-est-RRB-))",
		"call (713)853-7041":    "(NT (XX call) (XX -LRB-713-RRB-853-7041))",
	} {
		for _, format := range []Format{Text, Auto} {
			sentences, err := Read(strings.NewReader(line+"\n"), "stdin", format)
			if err != nil {
				t.Fatal(err)
			}
			words := sentences[0].Words
			if got := strings.Join(words, " "); got != line || len(sentences) != 1 {
				t.Fatalf("%q was read as %q", line, got)
			}
			tree := RightBranching(len(words)).Tree(words, sentences[0].Tags)
			if got := tree.String(); got != want {
				t.Errorf("%q: got %s, want %s", line, got, want)
			}
			if got := strings.Join(mustParse(t, tree.String()).Words(), " "); got != line {
				t.Errorf("%q came back as %q", line, got)
			}
		}
	}
}

// Brackets that are tokens of a treebank are brackets in running text.
func TestCaseT6BracketsOfATreebank(t *testing.T) {
	const brackets = "(S (-LRB- -LRB-) (NP (JJ net)) (-RRB- -RRB-))"
	tree := mustParse(t, brackets)
	if got := strings.Join(tree.Words(), " "); got != "( net )" {
		t.Errorf("got %q", got)
	}
	if got := tree.String(); got != brackets {
		t.Errorf("got %s, want %s", got, brackets)
	}
}

// Signs that mean something elsewhere are ordinary words here.
func TestCaseT7SignsAsTokens(t *testing.T) {
	for _, brackets := range []string{
		"(NP (# #) (CD 200))", "(NP ($ $) (CD 5) (NN %))", "(X (`` ``) (X (SYM \") ('' '')))", "(NP (JJ <unk>) (NN <s>) (NN <pad>))",
	} {
		if got := mustParse(t, brackets).String(); got != brackets {
			t.Errorf("got %s, want %s", got, brackets)
		}
	}
}
