// Package online fits latent Dirichlet allocation by online variational Bayes
// (Hoffman, Blei and Bach, NIPS 2010, algorithm 2): topics move a little after every
// minibatch of documents, which may come from a stream that memory does not hold.
//
// The package must not know files, the spelling of words or flags.
package online
