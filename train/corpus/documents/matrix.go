package documents

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"arbelos/train/corpus"
)

// matrixHeader says how large a sparse matrix of documents and words is.
type matrixHeader struct{ docs, words, entries int }

// matrixEntry is how often a document has a word, both from 0.
type matrixEntry struct{ doc, word, count int }

// matrixReader calls header once and then entry for each line until one returns an
// error, which it returns. It has held documents and words to the header, and the
// number of entries.
type matrixReader func(source Source, header func(matrixHeader, place) error, entry func(matrixEntry, line) error) error

func readerOf(format Format) matrixReader {
	if format == UCI {
		return readUCI
	}
	return readMatrixMarket
}

func matrixVocabulary(source Source, format Format) (*Vocabulary, error) {
	words := 0
	err := readerOf(format)(source,
		func(h matrixHeader, _ place) error { words = h.words; return nil },
		func(matrixEntry, line) error { return errEnough })
	if err != nil && err != errEnough {
		return nil, err
	}
	return Numbered(words), nil
}

// errEnough ends reading where enough was read.
var errEnough = errors.New("documents: enough was read")

func encodeMatrix(source Source, format Format, n numbering, sorted bool) iter.Seq2[Doc, error] {
	return func(yield func(Doc, error) bool) {
		g := grouper{n: n, yield: yield}
		var kept []matrixEntry
		var end line // of the last entry, or of the header
		err := readerOf(format)(source, func(h matrixHeader, at place) error {
			g.docs, g.end.place = h.docs, at
			if n.from != nil && n.from.Len() != h.words {
				return at.at(1, ErrHeader, fmt.Sprintf("%d words", h.words), fmt.Sprintf("the %d of the vocabulary", n.from.Len()))
			}
			return nil
		}, func(e matrixEntry, l line) error {
			if sorted {
				return g.add(e, l)
			}
			kept, end = append(kept, e), l
			return nil
		})
		if err == nil {
			slices.SortStableFunc(kept, func(a, b matrixEntry) int { return a.doc - b.doc })
			for _, e := range kept {
				if err = g.add(e, end); err != nil {
					break
				}
			}
		}
		if err == nil {
			err = g.upTo(g.docs)
		}
		if err != nil && err != errEnough {
			yield(Doc{}, err)
		}
	}
}

// grouper makes documents of entries that are sorted by document, those without
// entries among them.
type grouper struct {
	docs  int // in the header
	n     numbering
	yield func(Doc, error) bool
	doc   int // the one at hand
	pairs []pair
	end   line // of the last entry, or of the header
}

func (g *grouper) add(e matrixEntry, l line) error {
	if e.doc < g.doc {
		return l.at(1, ErrUnordered, fmt.Sprintf("document %d after document %d", e.doc+1, g.doc+1), "entries sorted by document, to be read one document at a time")
	}
	g.end = l
	if err := g.upTo(e.doc); err != nil {
		return err
	}
	g.pairs = append(g.pairs, pair{e.word, e.count})
	return nil
}

// upTo hands over all documents before one.
func (g *grouper) upTo(doc int) error {
	for ; g.doc < doc; g.doc++ {
		// A few bytes must not make a reader yield documents for hours.
		if int64(g.doc) > 4096+1024*g.end.end {
			return g.end.at(1, ErrDocument, fmt.Sprintf("document %d of a file of mostly empty documents", g.doc+1), "at most 1024 documents a byte")
		}
		if !g.yield(g.n.doc(strconv.Itoa(g.doc+1), g.pairs), nil) {
			return errEnough
		}
		g.pairs = g.pairs[:0]
	}
	return nil
}

// matrixFields holds the fields of a line to the numbers of a matrix.
type matrixFields struct {
	line
	fields  []string
	offsets []int
}

func (l line) split() matrixFields {
	f := matrixFields{line: l}
	for offset, field := range fields(l.text) {
		f.fields = append(f.fields, field)
		f.offsets = append(f.offsets, offset)
	}
	return f
}

// size reads field i as a number of things.
func (f matrixFields) size(i int, what string) (int, error) {
	n, err := natural(f.fields[i])
	if err != nil {
		return 0, f.at(f.column(f.offsets[i]), ErrHeader, corpus.Quote(f.fields[i]), fmt.Sprintf("the number of %s, at most %d", what, math.MaxInt32))
	}
	return n, nil
}

// entry reads the fields as a document, a word and a count, which is 1 if there is
// to be none.
func (f matrixFields) entry(h matrixHeader, counted bool) (matrixEntry, error) {
	want := "a document and a word"
	columns := 2
	if counted {
		want, columns = "a document, a word and a count", 3
	}
	e := matrixEntry{count: 1}
	if len(f.fields) != columns {
		return e, f.at(1, ErrFields, corpus.Quote(f.text), want)
	}
	doc, err := natural(f.fields[0])
	if err != nil {
		return e, f.at(f.column(f.offsets[0]), err, corpus.Quote(f.fields[0]), "a document, from 1 on")
	}
	if doc < 1 || doc > h.docs {
		return e, f.at(f.column(f.offsets[0]), ErrDocument, strconv.Itoa(doc), fmt.Sprintf("1 to %d", h.docs))
	}
	word, err := natural(f.fields[1])
	if err != nil {
		return e, f.at(f.column(f.offsets[1]), err, corpus.Quote(f.fields[1]), "a word, from 1 on")
	}
	if word < 1 || word > h.words {
		return e, f.at(f.column(f.offsets[1]), ErrID, strconv.Itoa(word), fmt.Sprintf("1 to %d", h.words))
	}
	e.doc, e.word = doc-1, word-1
	if counted {
		if e.count, err = wholeCount(f.fields[2]); err != nil {
			return e, f.at(f.column(f.offsets[2]), err, corpus.Quote(f.fields[2]), "a whole number from 0 up")
		}
	}
	return e, nil
}
