package main

import (
	"fmt"
	"strings"
	"testing"

	"arbelos/train/corpus"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Whatever the lines, there is a tree in each line's place over its words.
func TestParseAligns(t *testing.T) {
	t.Parallel()
	model := trained(t)
	word := rapid.SampledFrom([]string{"the", "cat", "(", ")", "t(est)", "(713)853-7041", "<unk>", "<s>", "#", "\u00a0x", "a\u200ab", "slept", "日本", "'"})
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SliceOfN(word, 0, 7), 1, 40).Draw(t, "lines")
		var text strings.Builder
		for _, words := range append(lines, []string{"end"}) { // input without a word is an error
			fmt.Fprintln(&text, strings.Join(words, " "))
		}
		r, err := urnngCommand.Start(text.String(), "parse", "--model-file", model, "--input-format", "text")
		if err != nil || r.Status != 0 {
			t.Fatalf("exit status %d, %v\n%s", r.Status, err, r.Stderr)
		}
		out := strings.Split(strings.TrimSuffix(r.Stdout, "\n"), "\n")
		if len(out) != len(lines)+1 {
			t.Fatalf("%d lines out for %d in", len(out), len(lines)+1)
		}
		for i, words := range lines {
			var got []string
			if out[i] != "" {
				tree, err := corpus.ParseTree(out[i])
				if err != nil {
					t.Fatalf("line %d: %v", i+1, err)
				}
				got = tree.Words()
			}
			if len(words)+len(got) > 0 && !cmp.Equal(words, got) {
				t.Fatalf("line %d: %q for %q", i+1, out[i], words)
			}
		}
	})
}

// T9: a sentence longer than any in training, and than the position table.
func TestParseLongSentence(t *testing.T) {
	t.Parallel()
	long := strings.TrimSpace(strings.Repeat("the cat slept near rain ", 60))
	r := urnngCommand.Succeed(t, long+"\nthe cat slept\n", "parse", "--model-file", trained(t))
	trees, err := corpus.Read(strings.NewReader(r.Stdout), "output", corpus.Trees)
	if err != nil || len(trees) != 2 {
		t.Fatalf("%d trees, %v", len(trees), err)
	}
	if got := strings.Join(trees[0].Words, " "); got != long {
		t.Errorf("the words are %.60q...", got)
	}
	short := urnngCommand.Succeed(t, "the cat slept\n", "parse", "--model-file", trained(t))
	if !strings.HasSuffix(r.Stdout, "\n"+short.Stdout) {
		t.Error("the long sentence changed the tree of the short one")
	}
}
