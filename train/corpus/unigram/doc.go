// Package unigram holds the unigram model of text, the baseline of perplexity
// that knows how frequent words are and nothing about their order.
//
// It must not know vocabularies, files or other models.
package unigram
