package gibbs

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbelos/models/lda"
)

// Blocks hold every item once, and differ by no more than the heaviest item.
func TestDeal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOf(rapid.IntRange(0, 20)).Draw(t, "weights")
		blocks := rapid.IntRange(1, 5).Draw(t, "blocks")
		items, blockOf := deal(weights, blocks)
		load := make([]int, blocks)
		var all []int32
		for b := range items {
			if !slices.IsSorted(items[b]) {
				t.Fatalf("block %d is %v", b, items[b])
			}
			for _, i := range items[b] {
				if blockOf[i] != int32(b) {
					t.Fatalf("item %d is in block %d and %d", i, b, blockOf[i])
				}
				load[b] += weights[i]
			}
			all = append(all, items[b]...)
		}
		slices.Sort(all)
		for i := range weights {
			if len(all) != len(weights) || all[i] != int32(i) {
				t.Fatalf("items %v", all)
			}
		}
		if len(weights) > 0 && slices.Max(load)-slices.Min(load) > slices.Max(weights) {
			t.Fatalf("loads %v of weights %v", load, weights)
		}
	})
}

// The tokens of documents are those of their bags, by block and then by word.
func TestTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.SliceOf(rapid.SliceOf(rapid.IntRange(0, 8))).Draw(t, "documents")
		blocks := rapid.IntRange(1, 4).Draw(t, "blocks")
		var bags []lda.Bag
		for _, doc := range docs {
			bags = append(bags, lda.BagOf(doc))
		}
		tokens := newTokens(bags, 9, blocks)
		if tokens.docs() != len(docs) {
			t.Fatalf("%d documents, want %d", tokens.docs(), len(docs))
		}
		order := tokens.byWord()
		for d, doc := range docs {
			from, to := tokens.span(d)
			end := from
			for b := range blocks {
				start, stop := tokens.cell(d, b)
				if start != end || !slices.IsSorted(tokens.words[start:stop]) {
					t.Fatalf("document %d block %d is [%d, %d), after %d", d, b, start, stop, end)
				}
				for _, w := range tokens.words[start:stop] {
					if tokens.blockOf[w] != int32(b) {
						t.Fatalf("word %d stands in block %d", w, b)
					}
				}
				end = stop
			}
			var got []int
			for _, i := range order[from:to] {
				got = append(got, int(tokens.words[i]))
			}
			if want := slices.Sorted(slices.Values(doc)); end != to || !slices.Equal(got, want) {
				t.Fatalf("document %d is %v, want %v", d, got, want)
			}
		}
	})
}
