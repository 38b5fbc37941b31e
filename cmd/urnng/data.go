package main

import (
	"errors"

	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/train/corpus"
)

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

var errNoTree = errors.New("supervised training needs a tree for every sentence")

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
