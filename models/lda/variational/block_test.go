package variational

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"arbelos/models/lda"
)

// documents undoes the numbering of a block.
func (b Block) documents() []lda.Bag {
	docs := make([]lda.Bag, b.Docs.Rows)
	for d := range docs {
		for i := b.Docs.Start[d]; i < b.Docs.Start[d+1]; i++ {
			docs[d].IDs = append(docs[d].IDs, b.Words[b.Docs.Index[i]])
			docs[d].Counts = append(docs[d].Counts, b.Docs.Value[i])
		}
	}
	return docs
}

// However small blocks must be, together they are the corpus, and each has no more than
// its limits allow, unless it is of one document.
func TestBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const v = 12
		docs := drawCorpus(t, v)
		rows, size := rapid.IntRange(0, 10).Draw(t, "rows"), rapid.IntRange(0, 20).Draw(t, "size")
		n := newNumbering(v)
		var got []lda.Bag
		for len(got) < len(docs) {
			b := n.block(docs[len(got):], len(got), rows, size)
			if b.First != len(got) || b.Docs.Rows < 1 {
				t.Fatalf("found a block of %d documents from %d, want one from %d", b.Docs.Rows, b.First, len(got))
			}
			if b.Docs.Rows > 1 && (b.Docs.Rows > rows || len(b.Words) > rows || len(b.Docs.Index) > size) {
				t.Fatalf("found %d documents, %d different words and %d words, limits %d and %d", b.Docs.Rows, len(b.Words), len(b.Docs.Index), rows, size)
			}
			if sorted := slices.Compact(slices.Sorted(slices.Values(b.Words))); len(sorted) != len(b.Words) || b.Docs.Cols != len(b.Words) {
				t.Fatalf("found words %v for %d columns", b.Words, b.Docs.Cols)
			}
			got = append(got, b.documents()...)
		}
		if diff := cmp.Diff(docs, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("documents (-want +got):\n%s", diff)
		}
	})
}

// A corpus gives the same blocks every time, also when it has kept one that is all.
func TestCorpusBlocks(t *testing.T) {
	docs := []lda.Bag{lda.BagOf([]int{0, 2}), {}, lda.BagOf([]int{1})}
	c := NewCorpus(docs, 3, 2)
	for range 2 {
		var got []lda.Bag
		if err := c.Blocks(func(b Block) error { got = append(got, b.documents()...); return nil }); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(docs, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("documents (-want +got):\n%s", diff)
		}
	}
	broken := errors.New("broken")
	for _, c := range []*Corpus{c, NewCorpus(docs, 3, 2)} {
		if err := c.Blocks(func(Block) error { return broken }); err != broken {
			t.Errorf("found error %v, want %v", err, broken)
		}
	}
}
