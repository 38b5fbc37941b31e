// Package topic holds the neural topic model: the generative story of latent
// Dirichlet allocation with a logistic-normal prior in the Dirichlet's place, and a
// posterior of each document's topics that a network gives in one pass (Srivastava
// and Sutton, ICLR 2017). docs/topic.md derives what is computed.
//
// Documents, fitted topics and what it means to infer are those of package lda, so
// that package score measures this model as it does the others.
//
// N is the number of documents of a batch, K that of topics, V that of words. Words
// are ids. The package must not know files, the spelling of words, flags, optimisers
// or schedules: it gives gradients, and whoever trains moves the parameters.
package topic
