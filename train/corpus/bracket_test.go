package corpus

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Malformed trees: the error says where, what was found and what was expected.
func TestCaseT5MalformedTrees(t *testing.T) {
	for _, c := range []struct {
		kind, data string
		want       SyntaxError
	}{
		{"bracket missing at the end", "(S (NN a))\n\n(S (NP (NN b))\n", SyntaxError{Line: 3, Column: 1, Found: "the end of the file", Expected: `")"`, Err: ErrUnclosed}},
		{"bracket missing in the middle", "(S (NN a))\n (S (NP (NN b))\n(S (NN c))\n", SyntaxError{Line: 2, Column: 2, Found: "the end of the file", Expected: `")"`, Err: ErrUnclosed}},
		{"label without a word", "(S (NP (DT the) (NN )))", SyntaxError{Line: 1, Column: 21, Found: `")"`, Expected: `a word or "("`, Err: ErrNoWord}},
		{"label alone", "(NN )", SyntaxError{Line: 1, Column: 5, Found: `")"`, Expected: `a word or "("`, Err: ErrNoWord}},
		{"nothing in a bracket", "(S ()\n)", SyntaxError{Line: 1, Column: 5, Found: `")"`, Expected: "a label", Err: ErrNoLabel}},
		{"no label inside", "(S ((NN a)))", SyntaxError{Line: 1, Column: 5, Found: `"("`, Expected: "a label", Err: ErrNoLabel}},
		{"text after the tree", "(S (NN a)) and more", SyntaxError{Line: 1, Column: 12, Found: `"and"`, Expected: `"("`, Err: ErrOutside}},
		{"bracket after the tree", "(S (NN a))\n(S (NN b)))\n", SyntaxError{Line: 2, Column: 11, Found: `")"`, Expected: `"("`, Err: ErrOutside}},
		{"text before the tree", "\tré (S (NN a))", SyntaxError{Line: 1, Column: 2, Found: `"ré"`, Expected: `"("`, Err: ErrOutside}},
		{"node after a word", "(S\n  (é 1) (CD 1 (X y)))", SyntaxError{Line: 2, Column: 15, Found: `"("`, Expected: `")"`, Err: ErrMixed}},
		{"word after a node", "(S (X y) 1)", SyntaxError{Line: 1, Column: 10, Found: `"1"`, Expected: `"(" or ")"`, Err: ErrMixed}},
		{"two words in a leaf", "(S (NN New York))", SyntaxError{Line: 1, Column: 12, Found: `"York"`, Expected: `")"`, Err: ErrMixed}},
		{"word beside a wrapped tree", "( (S (NN a)) b)", SyntaxError{Line: 1, Column: 14, Found: `"b"`, Expected: `"(" or ")"`, Err: ErrMixed}},
		{"endless nesting", strings.Repeat("(S ", maxDepth+1), SyntaxError{Line: 1, Column: 3*maxDepth + 1, Found: `"("`, Expected: "at most 100000 open brackets", Err: ErrTooDeep}},
	} {
		for _, format := range []Format{Trees, Auto} {
			if format == Auto && c.kind == "text before the tree" {
				continue // this does look like text
			}
			sentences, err := Read(strings.NewReader(c.data), "bad.trees", format)
			var got *SyntaxError
			if !errors.As(err, &got) || !errors.Is(err, c.want.Err) || sentences != nil {
				t.Errorf("%s as %s: got %v and %d sentences", c.kind, format, err, len(sentences))
				continue
			}
			c.want.File = "bad.trees"
			if *got != c.want {
				t.Errorf("%s as %s: got %+v, want %+v", c.kind, format, *got, c.want)
			}
		}
	}
}

func TestCaseT5ErrorText(t *testing.T) {
	_, err := Read(strings.NewReader("(S (NP (DT the) (NN )))"), "bad.trees", Trees)
	const want = `bad.trees:1:21: bracket has a label and nothing under it: found ")", expected a word or "("`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestTreesOverSeveralLines(t *testing.T) {
	const data = "\n( (S\n    (NP-SBJ (DT the)\n (NN dog))\r\n(VP (VBZ barks))))\n(X (A a)(B b)) ( ( X\t(A\n\nb ) ) )\n"
	sentences, err := Read(strings.NewReader(data), "x.mrg", Auto)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var lines []int
	for _, s := range sentences {
		got, lines = append(got, s.Tree.String()), append(lines, s.Line)
	}
	want := []string{"(S (NP (DT the) (NN dog)) (VP (VBZ barks)))", "(X (A a) (B b))", "(X (A b))"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{2, 6, 6}, lines); diff != "" {
		t.Error(diff)
	}
}

// The deepest tree that can be read can be walked, written and made binary.
func TestDeepestTree(t *testing.T) {
	data := strings.Repeat("(S ", maxDepth-1) + "(NN a)" + strings.Repeat(")", maxDepth-1)
	sentences, err := Read(strings.NewReader(data), "deep", Trees)
	if err != nil {
		t.Fatal(err)
	}
	tree := sentences[0].Tree
	if tree.String() != data || len(Binarize(tree)) != 1 || len(tree.constituents()) != maxDepth-1 {
		t.Error("the tree has changed")
	}
}

// The cleaned treebanks come back byte for byte.
func TestTreebanksAreWrittenAsRead(t *testing.T) {
	for _, name := range []string{"ptb_nltk", "genia", "sinica", "icon_id", "gum_ccby", "mikolov_gold"} {
		t.Run(name, func(t *testing.T) {
			path := sharedData(t, name+"/dev.trees")
			var out bytes.Buffer
			for _, s := range mustReadFile(t, path, Auto) {
				out.WriteString(s.Tree.String() + "\n")
			}
			sameAsFile(t, path, out.Bytes())
		})
	}
}

func FuzzReadTrees(f *testing.F) {
	for _, seed := range []string{
		"(S (NP-SBJ (DT the) (NN dog)) (VP (VBZ barks)))", "( (S (NP (-NONE- *)) (-LRB- -LRB-)))\n(TOP (X a))", "(NN )", "((A b) (C d))",
		"(S (A t-LRB-est-RRB-)", "(CD 1 (X y))", "\uFEFF(A\u00a0B c\u200ad)", "()", "(A b) c",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sentences, err := Read(bytes.NewReader(data), "fuzz", Trees)
		if err != nil {
			checkTyped(t, data, err)
			return
		}
		for _, s := range sentences {
			if s.Tree == nil {
				continue
			}
			again, err := ParseTree(s.Tree.String())
			if err != nil {
				t.Fatalf("%s: %v", s.Tree, err)
			}
			if diff := cmp.Diff(s.Tree, again); diff != "" {
				t.Fatal(diff)
			}
			if got := len(Binarize(s.Tree)); got != 2*len(s.Words)-1 {
				t.Fatalf("%d actions for %d words", got, len(s.Words))
			}
		}
	})
}

// checkTyped holds an error of a reader to what is promised of every one.
func checkTyped(t *testing.T, data []byte, err error) {
	t.Helper()
	var syntax *SyntaxError
	var file *FileError
	switch {
	case errors.As(err, &syntax):
		if syntax.Line < 1 || syntax.Column < 1 || syntax.Line > bytes.Count(data, []byte{'\n'})+1 && data[0] != 0x1f {
			t.Fatalf("no such place: %v", err)
		}
	case !errors.As(err, &file):
		t.Fatalf("%T: %v", err, err)
	}
}
