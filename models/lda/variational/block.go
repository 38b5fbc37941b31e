package variational

import (
	"math"

	"arbelos/graph"
	"arbelos/models/lda"
)

// Block is documents that an E-step works on at once, with a numbering of the
// words that occur in them.
type Block struct {
	First int        // place of the first document in its corpus
	Words []int      // ids of the words, each once
	Docs  *graph.CSR // a row each document; column u is Words[u], values are counts
}

// blockCells bounds a block: its different words times topics, its documents times
// topics, and its words in all documents. It is so large that documents share most
// words, which are then worked out once, and so small that a large model does not need
// much memory beside its own.
const blockCells = 1 << 20

// Corpus is documents over v words, cut into blocks for k topics.
type Corpus struct {
	docs  []lda.Bag
	v, k  int
	whole *Block // where one block has all documents
}

// NewCorpus returns a corpus of documents that lda.CheckBags accepts.
func NewCorpus(docs []lda.Bag, v, k int) *Corpus { return &Corpus{docs: docs, v: v, k: k} }

// Blocks cuts the corpus into runs of documents, always the same ones, and calls yield
// for each until it returns an error.
func (c *Corpus) Blocks(yield func(Block) error) error {
	if c.whole != nil {
		return yield(*c.whole)
	}
	n := newNumbering(c.v)
	for from := 0; from < len(c.docs); {
		b := n.block(c.docs[from:], from, blockCells/c.k, blockCells)
		if b.Docs.Rows == len(c.docs) {
			c.whole = &b
		}
		if err := yield(b); err != nil {
			return err
		}
		from += b.Docs.Rows
	}
	return nil
}

// NewBlock makes a block of all the documents of a corpus of v words.
func NewBlock(docs []lda.Bag, v int) Block {
	return newNumbering(v).block(docs, 0, math.MaxInt, math.MaxInt)
}

// numbering numbers the words of one block after the other.
type numbering struct{ place []int32 } // of each word, plus one; 0 for none

func newNumbering(v int) numbering { return numbering{make([]int32, v)} }

// block makes a block of the first documents: at least one, and as many as there may be
// with no more than rows different words and rows documents, and no more than size
// words in all. Words are numbered in the order in which they come.
func (n numbering) block(docs []lda.Bag, first, rows, size int) Block {
	b := Block{First: first, Docs: &graph.CSR{Start: []int{0}}}
	for _, doc := range docs[:min(len(docs), max(rows, 1))] {
		if b.Docs.Rows > 0 && len(b.Docs.Index)+len(doc.IDs) > size {
			break
		}
		before := len(b.Words)
		for _, w := range doc.IDs {
			if n.place[w] == 0 {
				b.Words = append(b.Words, w)
				n.place[w] = int32(len(b.Words))
			}
			b.Docs.Index = append(b.Docs.Index, int(n.place[w])-1)
		}
		if b.Docs.Rows > 0 && len(b.Words) > rows {
			for _, w := range b.Words[before:] {
				n.place[w] = 0
			}
			b.Words, b.Docs.Index = b.Words[:before], b.Docs.Index[:b.Docs.Start[b.Docs.Rows]]
			break
		}
		b.Docs.Value = append(b.Docs.Value, doc.Counts...)
		b.Docs.AppendRow()
	}
	b.Docs.Cols = len(b.Words)
	for _, w := range b.Words {
		n.place[w] = 0
	}
	return b
}
