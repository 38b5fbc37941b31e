package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"arbelos/cmd/internal/program"
	"arbelos/models/lda"
	"arbelos/testdata"
	"arbelos/train/corpus/documents"
)

// Names of the embedded files.
const (
	embeddedCorpus    = "themes/themes.tsv"
	embeddedStopWords = "themes/stopwords.txt"
)

// corpusFlags say where documents are and how they are read.
type corpusFlags struct {
	Corpus string `toml:"corpus" json:"corpus" group:"Data" help:"Documents, plain or gzipped. Default: the embedded corpus; of a fitted model, the corpus that it was fitted to." placeholder:"FILE"`
	Format string `toml:"format" json:"format" group:"Data" help:"Format of the documents: ${enum}. auto goes by the name: .tsv is labelled; .ldac, .lda-c and .dat are lda-c; .mtx is matrix-market; docword.* is uci; all else is text." enum:"auto,text,labelled,lda-c,uci,matrix-market" default:"auto"`
	Words  string `toml:"words" json:"words" group:"Data" help:"The words of a format that holds numbers, one a line." placeholder:"FILE"`
}

// source returns where the documents are. The embedded corpus stands for "", and
// standard input for "-".
func (o corpusFlags) source() (documents.Source, error) {
	switch o.Corpus {
	case "":
		text, err := testdata.FS.ReadFile(embeddedCorpus)
		return documents.Bytes(embeddedCorpus, text), err
	case "-":
		return documents.Source{Name: "standard input", Open: func() (io.ReadCloser, error) { return io.NopCloser(os.Stdin), nil }}, nil
	}
	return documents.File(o.Corpus), nil
}

// options returns how the documents are read.
func (o corpusFlags) options() (documents.Options, error) {
	options := documents.Options{Format: o.format()}
	if o.Words != "" {
		if options.Format.Spelled() {
			return options, program.Refused(fmt.Errorf("--words is given, but the format is %s, which spells its words", options.Format))
		}
		options.Words = documents.File(o.Words)
	}
	return options, nil
}

// format is --format, or what the name of the corpus says.
func (o corpusFlags) format() documents.Format {
	if o.Format != "auto" {
		return documents.Format(o.Format)
	}
	name := strings.TrimSuffix(filepath.Base(o.Corpus), ".gz")
	switch ext := filepath.Ext(name); {
	case o.Corpus == "" || ext == ".tsv":
		return documents.Labelled
	case ext == ".ldac" || ext == ".lda-c" || ext == ".dat":
		return documents.LDAC
	case ext == ".mtx":
		return documents.MatrixMarket
	case strings.HasPrefix(name, "docword."):
		return documents.UCI
	}
	return documents.Text
}

// errOnce is what becomes of standard input that is asked for a second time.
var errOnce = errors.New("standard input can be read only once")

// bag is a document as the models take it.
func bag(doc documents.Doc) lda.Bag { return lda.Bag{IDs: doc.IDs, Counts: doc.Counts} }

// bags are the documents as the models take them.
func bags(docs []documents.Doc) []lda.Bag {
	out := make([]lda.Bag, len(docs))
	for i, doc := range docs {
		out[i] = bag(doc)
	}
	return out
}

// chunks gathers the documents of a stream, so many at a time.
func chunks(docs iter.Seq2[documents.Doc, error], size int) iter.Seq2[[]documents.Doc, error] {
	return func(yield func([]documents.Doc, error) bool) {
		var chunk []documents.Doc
		for doc, err := range docs {
			if err != nil {
				yield(nil, err)
				return
			}
			if chunk = append(chunk, doc); len(chunk) == size {
				if !yield(chunk, nil) {
					return
				}
				chunk = nil
			}
		}
		if len(chunk) > 0 {
			yield(chunk, nil)
		}
	}
}
