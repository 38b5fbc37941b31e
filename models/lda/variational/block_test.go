package variational

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/models/lda"
)

// documentsOf undoes a block whose columns are of the given words.
func documentsOf(a *graph.CSR, word func(column int) int) []lda.Bag {
	docs := make([]lda.Bag, a.Rows)
	for d := range docs {
		for i := a.Start[d]; i < a.Start[d+1]; i++ {
			docs[d].IDs = append(docs[d].IDs, word(a.Index[i]))
			docs[d].Counts = append(docs[d].Counts, a.Value[i])
		}
	}
	return docs
}

func itself(w int) int { return w }

// However small blocks must be, together they are the corpus, and each fits, unless it
// is of one document.
func TestBlock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const v, k = 12, 3
		docs := drawCorpus(t, v)
		c := NewCorpus(docs, v, k)
		c.cells = rapid.IntRange(0, 200).Draw(t, "cells")
		var got []lda.Bag
		for len(got) < len(docs) {
			b := c.block(docs[len(got):])
			if b.Rows < 1 || b.Rows > 1 && 4*(len(b.Index)+k*b.Rows) > c.cells {
				t.Fatalf("found a block of %d documents and %d words, limit %d", b.Rows, len(b.Index), c.cells)
			}
			got = append(got, documentsOf(b, itself)...)
		}
		if diff := cmp.Diff(docs, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("documents (-want +got):\n%s", diff)
		}
	})
}

// A corpus gives the same blocks every time.
func TestCorpusBlocks(t *testing.T) {
	docs := []lda.Bag{lda.BagOf([]int{0, 2}), {}, lda.BagOf([]int{1})}
	c := NewCorpus(docs, 3, leastBlock/12) // two to a block
	for range 2 {
		var got []lda.Bag
		var first []int
		if err := c.Blocks(func(b Block) error {
			first = append(first, b.First)
			got = append(got, documentsOf(b.Docs, itself)...)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(docs, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("documents (-want +got):\n%s", diff)
		}
		if want := []int{0, 2}; !slices.Equal(first, want) {
			t.Fatalf("found blocks from %v, want %v", first, want)
		}
	}
	broken := errors.New("broken")
	if err := c.Blocks(func(Block) error { return broken }); err != broken {
		t.Errorf("found error %v, want %v", err, broken)
	}
}

// Numbered, documents are the same, over their own words alone.
func TestNumberedBlock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const v = 12
		docs := drawCorpus(t, v)
		b, words := NumberedBlock(docs, v)
		if sorted := slices.Compact(slices.Sorted(slices.Values(words))); len(sorted) != len(words) || b.Docs.Cols != len(words) {
			t.Fatalf("found words %v for %d columns", words, b.Docs.Cols)
		}
		if diff := cmp.Diff(docs, documentsOf(b.Docs, func(c int) int { return words[c] }), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("documents (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(docs, documentsOf(NewBlock(docs, v).Docs, itself), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("documents not numbered (-want +got):\n%s", diff)
		}
	})
}
