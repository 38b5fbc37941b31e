package documents

import (
	"fmt"
	"strings"
)

// Format is how a file holds documents.
type Format string

const (
	// Text is a document a line, words between spaces. A blank line is a document
	// without words.
	Text Format = "text"
	// Labelled is a document a line: id, tab, label, tab, text.
	Labelled Format = "labelled"
	// LDAC is a document a line: the number of distinct words and then as many
	// pairs id:count, ids from 0. Words are named in a file of their own.
	LDAC Format = "lda-c"
	// UCI is three lines, the numbers of documents, of words and of entries, and
	// then an entry a line: document, word, count, both numbered from 1. Words
	// are named in a file of their own.
	UCI Format = "uci"
	// MatrixMarket is a sparse matrix in the coordinate format, a document a row
	// and a word a column. Words are named in a file of their own.
	MatrixMarket Format = "matrix-market"
)

var formats = []Format{Text, Labelled, LDAC, UCI, MatrixMarket}

// UnmarshalText reads a Format from a flag or a configuration file.
func (f *Format) UnmarshalText(text []byte) error {
	var names []string
	for _, format := range formats {
		if string(text) == string(format) {
			*f = format
			return nil
		}
		names = append(names, string(format))
	}
	return fmt.Errorf("documents: found %q, expected %s or %s", text, strings.Join(names[:len(names)-1], ", "), names[len(names)-1])
}

// Spelled tells whether files of the format hold words as they are spelled, and not
// as numbers.
func (f Format) Spelled() bool { return f == Text || f == Labelled }
