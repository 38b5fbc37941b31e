// Package vae holds variational autoencoders (Kingma and Welling, ICLR 2014;
// Rezende, Mohamed and Wierstra, ICML 2014): a latent vector z ~ N(0, I), a
// distribution p(x|z) whose parameters a network computes from z, and a Gaussian
// q(z|x) whose mean and variance another network computes from x. p(x|z) may be
// Gaussian, Bernoulli or categorical; with a linear Gaussian one p is probabilistic
// PCA (Tipping and Bishop, 1999), whose evidence and posterior are known exactly.
// docs/vae.md has the equations.
//
// An x is a vector of numbers. Logarithms are natural, and everything ascends. The
// package must not know about files, flags, optimisers or schedules.
package vae
