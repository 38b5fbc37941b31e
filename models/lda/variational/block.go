package variational

import (
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

// blockWords is how many different words the documents of a block of a corpus
// hold together, about: so many that documents share words, which are then worked
// out once, and so few that what is worked out is small beside a model.
const blockWords = 1 << 14

// Blocks cuts a corpus of v words into runs of documents, always the same ones,
// and calls yield for each until it returns an error.
func Blocks(docs []lda.Bag, v int, yield func(Block) error) error {
	n := newNumbering(v)
	for from := 0; from < len(docs); {
		to, words := from, 0
		for to < len(docs) && (to == from || words+len(docs[to].IDs) <= blockWords) {
			words += len(docs[to].IDs)
			to++
		}
		if err := yield(n.block(docs[from:to], from)); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// NewBlock makes a block of all the documents of a corpus of v words.
func NewBlock(docs []lda.Bag, v int) Block { return newNumbering(v).block(docs, 0) }

// numbering numbers the words of one block after the other.
type numbering struct{ place []int32 } // of each word, plus one; 0 for none

func newNumbering(v int) numbering { return numbering{make([]int32, v)} }

// block numbers words in the order in which they come.
func (n numbering) block(docs []lda.Bag, first int) Block {
	size := 0
	for _, doc := range docs {
		size += len(doc.IDs)
	}
	b := Block{First: first, Docs: &graph.CSR{
		Rows: len(docs), Start: make([]int, 1, len(docs)+1), Index: make([]int, 0, size), Value: make([]float64, 0, size),
	}}
	for _, doc := range docs {
		for _, w := range doc.IDs {
			if n.place[w] == 0 {
				b.Words = append(b.Words, w)
				n.place[w] = int32(len(b.Words))
			}
			b.Docs.Index = append(b.Docs.Index, int(n.place[w])-1)
		}
		b.Docs.Value = append(b.Docs.Value, doc.Counts...)
		b.Docs.Start = append(b.Docs.Start, len(b.Docs.Index))
	}
	b.Docs.Cols = len(b.Words)
	for _, w := range b.Words {
		n.place[w] = 0
	}
	return b
}
