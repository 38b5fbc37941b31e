// Package vem fits latent Dirichlet allocation by variational EM with point topics
// (Blei, Ng and Jordan, JMLR 2003): an E-step over all documents, then phi_kw in
// proportion to how often topic k is expected to give word w, and alpha by Newton's
// method, or to predict.
//
// The package must not know files, the spelling of words or flags.
package vem
