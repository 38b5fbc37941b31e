package main

import (
	"errors"
	"log/slog"
	"os"

	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/testdata"
	"arbelos/train/corpus"
)

// Names of the embedded corpora.
const (
	embeddedTrain = "english/train.trees"
	embeddedValid = "english/valid.trees"
	embeddedTest  = "english/test.trees"
)

// readCorpus reads a file; "" is the embedded corpus of that name, "-" is
// standard input.
func readCorpus(path, embedded string, format corpus.Format) ([]corpus.Sentence, error) {
	switch path {
	case "":
		f, err := testdata.FS.Open(embedded)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return corpus.Read(f, embedded, corpus.Trees)
	case "-":
		return corpus.Read(os.Stdin, "standard input", format)
	}
	return corpus.ReadFile(path, format)
}

// encode gives the ids of a corpus's words and tells what was unknown.
func encode(v *corpus.Vocab, sentences []corpus.Sentence, what string, log *slog.Logger) ([][]int, corpus.Tally) {
	ids, tally := v.EncodeAll(sentences)
	if tally.Words > 0 {
		log.Info("read "+what, "sentences", len(sentences), "words", tally.Words, "unknown", tally.Unknown)
	}
	if tally.Reserved > 0 {
		log.Warn("words spelled like a reserved symbol were taken for unknown ones", "corpus", what, "words", tally.Reserved)
	}
	return ids, tally
}

// items pairs ids with the gold trees, binarised, of sentences that have one.
func items(sentences []corpus.Sentence, ids [][]int) []urnng.Item {
	out := make([]urnng.Item, len(ids))
	for i := range ids {
		out[i].Words = ids[i]
		if sentences[i].Tree != nil {
			out[i].Tree = toTree(corpus.Binarize(sentences[i].Tree))
		}
	}
	return out
}

// What can be wrong with a corpus for the use that is made of it.
var (
	errTooShort = errors.New("corpus has too few sentences of two words or more")
	errNoTree   = errors.New("supervised training needs a tree for every sentence")
)

// requireWords is the check before a perplexity is computed or minimised: the
// model skips sentences of fewer than two words. There may be no corpus.
func requireWords(sentences []corpus.Sentence) error {
	for _, s := range sentences {
		if len(s.Words) >= 2 {
			return nil
		}
	}
	if len(sentences) == 0 {
		return nil
	}
	return &corpus.FileError{
		File: sentences[0].File, Found: "only sentences of fewer than two words, which are skipped",
		Expected: "one of two words or more", Err: errTooShort,
	}
}

// requireTrees is the check before supervised training.
func requireTrees(sentences []corpus.Sentence) error {
	for _, s := range sentences {
		if s.Tree == nil && len(s.Words) > 0 {
			return &corpus.SyntaxError{File: s.File, Line: s.Line, Column: 1, Found: "plain text", Expected: "a tree", Err: errNoTree}
		}
	}
	return nil
}

func hasTrees(sentences []corpus.Sentence) bool {
	for _, s := range sentences {
		if s.Tree != nil {
			return true
		}
	}
	return false
}

func toTree(b corpus.Binary) layers.Tree {
	t := make(layers.Tree, len(b))
	for i, reduce := range b {
		if reduce {
			t[i] = layers.Reduce
		}
	}
	return t
}

func toBinary(t layers.Tree) corpus.Binary {
	b := make(corpus.Binary, len(t))
	for i, a := range t {
		b[i] = a == layers.Reduce
	}
	return b
}

func lengths(ids [][]int) []int {
	n := make([]int, len(ids))
	for i := range ids {
		n[i] = len(ids[i])
	}
	return n
}
