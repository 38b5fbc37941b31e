package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbelos/train/corpus/drawing"
)

// No line of topics is wider than the terminal, and no word is
// left out.
func TestPrintTopicsFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching("[a-zé人民]{1,12}"), 0, 12).Draw(t, "words")
		columns := rapid.IntRange(60, 120).Draw(t, "columns")
		topics := []topicFigures{{Topic: 3, Alpha: 0.5, Words: words, Weights: make([]float64, len(words))}}
		var text strings.Builder
		printTopics(&text, topics, false, columns)
		lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
		for _, line := range lines {
			if got := drawing.Columns(line); got > columns {
				t.Errorf("%d columns, expected at most %d: %q", got, columns, line)
			}
		}
		var all strings.Builder
		printTopics(&all, topics, false, 0)
		if got, want := strings.Fields(text.String()), strings.Fields(all.String()); !slices.Equal(got, want) {
			t.Errorf("found %q, expected the words of %q", fmt.Sprint(got), fmt.Sprint(want))
		}
	})
}
