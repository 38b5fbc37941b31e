// Package score measures topic models, whatever method fitted them: how well they
// predict half of a document from the other half, how coherent the top words of
// topics are, what topics are made of, and how alike documents are. Logarithms are
// natural throughout.
//
// It must not know how models are fitted, nor files, the spelling of words or flags.
package score
