package corpus

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConstituents(t *testing.T) {
	tree := mustParse(t, "(S (NP (DT the) (NN dog)) (VP (VP (VBZ barks))) (. .))")
	want := []constituent{{"NP", Span{0, 1}}, {"VP", Span{2, 2}}, {"VP", Span{2, 2}}, {"S", Span{0, 3}}}
	if diff := cmp.Diff(want, tree.constituents(), cmp.AllowUnexported(constituent{})); diff != "" {
		t.Error(diff)
	}
	if got := mustParse(t, "(NN dog)").constituents(); got != nil {
		t.Errorf("got %v", got)
	}
}

func TestSubsetSpans(t *testing.T) {
	words := newSubset([]string{"``", "NN", ",", ",", "NN", "NN"}, func(tag string) bool { return tag == "NN" })
	if words.words() != 3 {
		t.Errorf("%d words", words.words())
	}
	for whole, want := range map[Span]Span{
		{0, 5}: {0, 2}, {0, 1}: {0, 0}, {1, 4}: {0, 1}, {3, 5}: {1, 2}, {4, 5}: {1, 2},
	} {
		if got := words.span(whole); got != want {
			t.Errorf("%v: got %v, want %v", whole, got, want)
		}
	}
	if got := words.span(Span{2, 3}).Width(); got != 0 {
		t.Errorf("a span of removed words has the width %d", got)
	}
}
