package main

import (
	"iter"
	"log/slog"
	"slices"

	"arbelos/train/corpus/documents"
)

// stream yields the documents of a corpus as ids of the model's vocabulary, one after
// the other. Without --corpus it is the one that was fitted: the documents held out,
// if there are some and held is set, else those that were fitted. It returns the name
// of the corpus too.
func (l *loaded) stream(o corpusFlags, held bool) (docs iter.Seq2[documents.Doc, error], name string, err error) {
	fitted := o.Corpus == ""
	o = l.corpusOf(o)
	source, err := o.source()
	if err != nil {
		return nil, "", err
	}
	read, err := o.options()
	if err != nil {
		return nil, "", err
	}
	read.Text.Lowercase = l.Lowercase
	all := documents.Stream(source, read, l.vocab)
	if !fitted || l.HeldOut == 0 {
		return all, source.Name, nil
	}
	n := 0
	for _, err := range all {
		if err != nil {
			return nil, "", err
		}
		n++
	}
	places, out := documents.HeldOut(n, l.HeldOut, l.Seed)
	name = source.Name + " without the documents held out"
	if held {
		places, name = out, source.Name+", the documents held out"
	}
	return func(yield func(documents.Doc, error) bool) {
		at := 0
		for doc, err := range all {
			_, chosen := slices.BinarySearch(places, at)
			at++
			if (err != nil || chosen) && !yield(doc, err) {
				return
			}
		}
	}, name, nil
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
