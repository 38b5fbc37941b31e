// Package pcfg holds probabilistic context-free grammars: reading and
// checking one, drawing sentences with their trees from it, and computing
// exactly how probable a sentence is. It is what a model trained on the drawn
// sentences is measured against: nothing beats the perplexity of the
// distribution they come from.
//
// The corpora in testdata/english are independent draws from
// english.pcfg restricted to sentences of 2 to 25 words (see [Truncated]):
// a sentence of the validation or test corpus may be in the training corpus
// too, as it may by chance.
//
// The package must not know about vocabularies, ids or models, nor about where
// a grammar's text is kept.
package pcfg

//go:generate go test -run=TestCorporaComeFromTheGrammar . -update
