// Package vb fits latent Dirichlet allocation by batch variational Bayes (Hoffman,
// Blei and Bach, NIPS 2010, algorithm 1): topics are distributions too, with
// q(phi_k) = Dirichlet(lambda_k) and the prior eta. Every iteration goes over the
// whole corpus and does not lower the evidence lower bound, unless alpha is learned to
// predict.
//
// The package must not know files, the spelling of words or flags.
package vb
