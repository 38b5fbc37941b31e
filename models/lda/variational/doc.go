// Package variational holds what the variational methods of fitting latent
// Dirichlet allocation share: the E-step over a block of documents, fused or
// unrolled; the evidence lower bound, a graph; Newton's method for the priors, and
// how alpha is learned to predict instead; and the inference of documents under a
// fitted model.
//
// A topic table is word-major, [V, K]: a word's row is what a document gathers.
// gamma [D, K] are the parameters of q(theta_d) = Dirichlet(gamma_d).
//
// The methods themselves are in packages vem, vb and online. The package must not
// know files, the spelling of words or flags.
package variational
