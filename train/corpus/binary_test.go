package corpus

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestBinarySpans(t *testing.T) {
	b := Binary{Shift, Shift, Reduce, Shift, Shift, Reduce, Reduce}
	if diff := cmp.Diff([]Span{{0, 1}, {2, 3}, {0, 3}}, b.Spans()); diff != "" {
		t.Error(diff)
	}
	if b.Words() != 4 {
		t.Errorf("%d words", b.Words())
	}
}

// All trees of up to seven words: as many as Catalan numbers say, each with spans
// of its own, from which it can be built again in any order.
func TestBinaryFromSpans(t *testing.T) {
	for words, catalan := range []int{1: 1, 1, 2, 5, 14, 42, 132} {
		if words == 0 {
			continue
		}
		all := allBinaries(words)
		if len(all) != catalan {
			t.Fatalf("%d trees over %d words", len(all), words)
		}
		for _, b := range all {
			spans := b.Spans()
			if b.Words() != words || len(spans) != words-1 {
				t.Fatalf("%v: %d words, %d spans", b, b.Words(), len(spans))
			}
			slices.Reverse(spans)
			got, err := FromSpans(words, append(spans, Span{0, 0}))
			if words == 1 {
				got, err = FromSpans(words, nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(b, got); diff != "" {
				t.Fatal(diff)
			}
		}
	}
}

func TestNoWords(t *testing.T) {
	b, err := FromSpans(0, nil)
	if err != nil || len(b) != 0 || b.Words() != 0 || len(b.Spans()) != 0 || b.Tree(nil, nil) != nil {
		t.Errorf("got %v, %v", b, err)
	}
}

// Every set of spans over four words either is that of a binary tree or an error.
func TestFromSpansRefusesOtherSets(t *testing.T) {
	spans := []Span{{0, 1}, {1, 2}, {2, 3}, {0, 2}, {1, 3}, {0, 3}}
	trees := 0
	for set := range 1 << len(spans) {
		var chosen []Span
		for i, span := range spans {
			if set>>i&1 == 1 {
				chosen = append(chosen, span)
			}
		}
		b, err := FromSpans(4, chosen)
		if err != nil {
			continue
		}
		trees++
		got := b.Spans()
		slices.SortFunc(got, func(x, y Span) int { return slices.Index(spans, x) - slices.Index(spans, y) })
		if diff := cmp.Diff(chosen, got); diff != "" {
			t.Error(diff)
		}
	}
	if trees != 5 {
		t.Errorf("%d trees, want 5", trees)
	}
	for _, bad := range [][]Span{{{0, 4}}, {{-1, 3}}, {{2, 1}}, {{0, 1}, {0, 1}, {0, 3}}} {
		if b, err := FromSpans(4, bad); err == nil {
			t.Errorf("%v: got %v", bad, b)
		}
	}
}

func TestMalformedActionsPanic(t *testing.T) {
	for _, b := range []Binary{{Reduce}, {Shift, Reduce}, {Shift, Shift}, {Shift, Shift, Reduce, Reduce}, {Shift, Reduce, Shift}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: no panic", b)
				}
			}()
			b.Spans()
		}()
	}
}

// From a binary tree to labelled brackets, to text and back.
func TestBinaryIsReadBackFromBrackets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBinary(t, rapid.IntRange(1, 12).Draw(t, "words"))
		var words, leafTags []string
		for range b.Words() {
			words = append(words, drawWord(t))
			leafTags = append(leafTags, rapid.SampledFrom(tags).Draw(t, "tag"))
		}
		for _, tags := range [][]string{nil, leafTags} {
			tree, err := ParseTree(b.Tree(words, tags).String())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(words, tree.Words()); diff != "" {
				t.Fatal(diff)
			}
			if tags != nil {
				if diff := cmp.Diff(tags, tree.Tags()); diff != "" {
					t.Fatal(diff)
				}
			}
			if diff := cmp.Diff(b, Binarize(tree)); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func TestBinaryTreeLabels(t *testing.T) {
	words := []string{"the", "(", "dog"}
	b := Binary{Shift, Shift, Shift, Reduce, Reduce}
	for _, c := range []struct {
		tree *Tree
		want string
	}{
		{b.Tree(words, nil), "(NT (XX the) (NT (XX -LRB-) (XX dog)))"},
		{b.Tree(words, []string{"DT", "-LRB-", "NN"}), "(NT (DT the) (NT (-LRB- -LRB-) (NN dog)))"},
		{b[:1].Tree(words[:1], nil), "(NT (XX the))"},
	} {
		if got := c.tree.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
