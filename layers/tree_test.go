package layers

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestTreeSpans(t *testing.T) {
	for words := 1; words <= 6; words++ {
		all := bracketings(0, words)
		if len(all) != catalan[words-1] {
			t.Fatalf("%d trees over %d words, want %d", len(all), words, catalan[words-1])
		}
		for _, b := range all {
			if b.tree.Words() != words || !b.tree.Over(words) || b.tree.Over(words+1) {
				t.Errorf("%v: %d words, want %d", b.tree, b.tree.Words(), words)
			}
			if diff := cmp.Diff(b.spans, b.tree.Spans()); diff != "" {
				t.Errorf("spans of %v (-want +got):\n%s", b.tree, diff)
			}
		}
	}
}

// A sequence of actions is a tree if and only if it is in the list of all
// trees; what is not a tree has no spans.
func TestTreeOver(t *testing.T) {
	trees := map[string]bool{}
	for words := 1; words <= 5; words++ {
		for _, tree := range allTrees(words) {
			trees[tree.String()] = true
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		var tree Tree
		for _, reduce := range rapid.SliceOfN(rapid.Bool(), 0, 9).Draw(rt, "actions") {
			tree = append(tree, map[bool]Action{false: Shift, true: Reduce}[reduce])
		}
		if got, want := tree.Over(tree.Words()), trees[tree.String()]; got != want {
			rt.Fatalf("%v is a tree: got %v, want %v", tree, got, want)
		}
		if !trees[tree.String()] {
			mustPanic(t, errTree, func() { tree.Spans() })
		}
	})
	if (Tree{Shift, Shift, 2}).Over(2) {
		t.Error("an action that is neither SHIFT nor REDUCE passes")
	}
}

// grow builds the tree of its splits, for every tree.
func TestGrow(t *testing.T) {
	for _, b := range bracketings(0, 5) {
		got := grow(0, 5, func(i, w int) int {
			for k := 1; k < w; k++ {
				has := func(s Span) bool { return s.Width == 1 || slices.Contains(b.spans, s) }
				if has(Span{i, k}) && has(Span{i + k, w - k}) {
					return k
				}
			}
			t.Fatalf("%v has no split of %d+%d", b.tree, i, w)
			return 0
		})
		if !slices.Equal(got, b.tree) {
			t.Errorf("got %v, want %v", got, b.tree)
		}
	}
}
