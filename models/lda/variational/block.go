package variational

import (
	"math"

	"arbelos/graph"
	"arbelos/models/lda"
)

// Block is documents that an E-step works on at once.
type Block struct {
	First int        // place of the first document in its corpus
	Docs  *graph.CSR // a row each document, a column each row of the topics' table; values are counts
}

// What the E-step holds of a block beside corpus and model is a small part of these, as
// tables are shared by all blocks; yet blocks are large enough to be shared out to
// threads. In numbers of 8 bytes:
const (
	blockPart  = 32
	leastBlock = 1 << 17
)

// Corpus is documents over v words, cut into blocks for k topics.
type Corpus struct {
	docs  []lda.Bag
	v, k  int
	cells int       // of a block
	csr   graph.CSR // of the block in hand, whose memory is that of the next
}

// NewCorpus returns a corpus of documents that lda.CheckBags accepts.
func NewCorpus(docs []lda.Bag, v, k int) *Corpus {
	all := v * k
	for _, doc := range docs {
		all += 2 * len(doc.IDs)
	}
	return &Corpus{docs: docs, v: v, k: k, cells: max(leastBlock, all/blockPart)}
}

// Blocks cuts the corpus into runs of documents, always the same ones, and calls yield
// for each until it returns an error. A block is valid until yield returns.
func (c *Corpus) Blocks(yield func(Block) error) error {
	for from := 0; from < len(c.docs); {
		b := Block{First: from, Docs: c.block(c.docs[from:])}
		if err := yield(b); err != nil {
			return err
		}
		from += b.Docs.Rows
	}
	return nil
}

// block returns the first documents: at least one, and as many as fit into a block's
// cells, of which a document takes four a word and four a topic.
func (c *Corpus) block(docs []lda.Bag) *graph.CSR {
	cells := c.cells
	c.csr = graph.CSR{Cols: c.v, Start: append(c.csr.Start[:0], 0), Index: c.csr.Index[:0], Value: c.csr.Value[:0]}
	for _, doc := range docs {
		if cells -= 4 * (len(doc.IDs) + c.k); cells < 0 && c.csr.Rows > 0 {
			break
		}
		c.csr.Value = append(c.csr.Value, doc.Counts...)
		c.csr.AppendRow(doc.IDs...)
	}
	return &c.csr
}

// NewBlock makes a block of all of some documents, over the v rows of a table.
func NewBlock(docs []lda.Bag, v int) Block {
	c := Corpus{v: v, cells: math.MaxInt}
	return Block{Docs: c.block(docs)}
}

// NumberedBlock makes a block of documents over v words, with columns for those that
// occur, and returns their ids, in the order in which they come.
func NumberedBlock(docs []lda.Bag, v int) (b Block, words []int) {
	b = NewBlock(docs, v)
	place := make([]int32, v) // of each word, plus one; 0 for none
	for i, w := range b.Docs.Index {
		if place[w] == 0 {
			words = append(words, w)
			place[w] = int32(len(words))
		}
		b.Docs.Index[i] = int(place[w]) - 1
	}
	b.Docs.Cols = len(words)
	return b, words
}
