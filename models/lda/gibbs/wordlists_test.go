package gibbs

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbelos/models/lda"
)

// Whatever is counted, lists hold the counts, most frequent first; settled, two lists
// of the same counts are the same.
func TestWordLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const v, topics, room = 3, 5, 12
		var docs []lda.Bag
		for w := range v {
			docs = append(docs, lda.Bag{IDs: []int{w}, Counts: []float64{room}})
		}
		lists := newWordLists(newTokens(docs, v, 1), topics)
		var counts [v][topics]int
		var total [v]int
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			w, k := rapid.Int32Range(0, v-1).Draw(t, "word"), rapid.Int32Range(0, topics-1).Draw(t, "topic")
			if counts[w][k] > 0 && rapid.Bool().Draw(t, "take out") {
				lists.decrement(w, k)
				counts[w][k]--
				total[w]--
			} else if total[w] < room {
				lists.increment(w, k)
				counts[w][k]++
				total[w]++
			}
		}
		again := newWordLists(newTokens(docs, v, 1), topics)
		for w := range int32(v) {
			list := lists.list(w)
			for i := range list {
				if i > 0 && countOf(list[i-1]) < countOf(list[i]) {
					t.Fatalf("word %d: %x", w, list)
				}
			}
			var got [topics]int
			for k, n := range lists.of(w) {
				if got[k] > 0 || n < 1 {
					t.Fatalf("word %d: %x", w, list)
				}
				got[k] = n
			}
			if got != counts[w] {
				t.Fatalf("word %d has %v, want %v", w, got, counts[w])
			}
			for k, n := range counts[w] {
				for range n {
					again.increment(w, int32(k))
				}
			}
			lists.settle(w)
			again.settle(w)
			if diff := cmp.Diff(again.list(w), lists.list(w)); diff != "" {
				t.Fatalf("word %d: %s", w, diff)
			}
		}
	})
}

func TestDecrementOfNothingPanics(t *testing.T) {
	defer func() {
		if recover() != errCounts {
			t.Error("no panic")
		}
	}()
	newWordLists(newTokens(nil, 1, 1), 1).decrement(0, 0)
}
