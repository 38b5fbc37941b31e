// Package perplexity holds the one definition of a corpus's perplexity by
// which every model and baseline is reported, so that the figures compare.
//
// It must not know any model: it is given log-probabilities.
package perplexity
