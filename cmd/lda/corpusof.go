package main

import (
	"iter"
	"log/slog"
	"slices"

	"arbelos/train/corpus"
	"arbelos/train/corpus/documents"
)

// part says which documents of the corpus that was fitted are meant. Of another
// corpus all are.
type part int

const (
	everything part = iota
	fitted          // without those held out
	heldOut
)

// stream yields the documents of a corpus as ids of the model's vocabulary, one after
// the other: of the flags' corpus, or without --corpus a part of the one that was
// fitted. It returns a name for them too.
func (l *loaded) stream(o corpusFlags, which part) (docs iter.Seq2[documents.Doc, error], name string, err error) {
	if o.Corpus != "" {
		which = everything
	}
	o = l.corpusOf(o)
	source, err := o.source()
	if err != nil {
		return nil, "", err
	}
	read, err := o.options()
	if err != nil {
		return nil, "", err
	}
	if read.Format.Spelled() && !l.vocab.Spelled() {
		return nil, "", &corpus.FileError{File: l.path, Found: "words without spellings, since the fit had no --words", Expected: "those of a model that is to read text"}
	}
	read.Text.Lowercase = l.Lowercase
	all := documents.Stream(source, read, l.vocab)
	if which == everything || l.HeldOut == 0 {
		return all, source.Name, nil
	}
	n := 0
	for _, err := range all {
		if err != nil {
			return nil, "", err
		}
		n++
	}
	name = source.Name + " without the documents held out"
	places, held := documents.HeldOut(n, l.HeldOut, l.Seed)
	if which == heldOut {
		places, name = held, source.Name+", the documents held out"
	}
	return at(all, places), name, nil
}

// at yields the documents at places, which ascend.
func at(all iter.Seq2[documents.Doc, error], places []int) iter.Seq2[documents.Doc, error] {
	return func(yield func(documents.Doc, error) bool) {
		n := 0
		for doc, err := range all {
			_, chosen := slices.BinarySearch(places, n)
			n++
			if (err != nil || chosen) && !yield(doc, err) {
				return
			}
		}
	}
}

// corpusOf is the corpus of the flags, or without --corpus the one that was fitted.
func (l *loaded) corpusOf(o corpusFlags) corpusFlags {
	if o.Corpus == "" {
		return l.Corpus
	}
	return o
}

// told passes documents on, and says at the end what was read and left out.
func told(docs iter.Seq2[documents.Doc, error], log *slog.Logger) iter.Seq2[documents.Doc, error] {
	return func(yield func(documents.Doc, error) bool) {
		n, tokens, unknown := 0, 0, 0
		for doc, err := range docs {
			if !yield(doc, err) || err != nil {
				return
			}
			n++
			tokens += doc.Tokens()
			unknown += doc.Unknown
		}
		log.Info("read documents", "documents", n, "tokens", tokens, "unknown tokens left out", unknown)
	}
}
