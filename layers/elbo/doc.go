// Package elbo holds the evidence lower bound as a toolbox: the four ways to
// write it, estimators of its gradient and of that of the importance-weighted
// bound, baselines, and the distributions that have closed forms. Each is a
// function from the nodes that a model computes, log p(x, z) and log q(z|x), to
// a node that graph.Grad differentiates, with stop-gradients where the
// derivation has them. docs/elbo.md has the derivations.
//
// Everything ascends: bounds and surrogates are to be maximised. Logarithms are
// natural.
//
// N is the number of items of a batch, K that of samples for each item, D that
// of the dimensions of z. What belongs to a sample is [N, K]. Vectors z of
// samples are rows of [N K, D], all samples of the first item first. A bound
// is [N]: its value is that of the bound. A surrogate is a scalar, averaged over
// the items: its gradient is what counts, and its value need not be the bound.
// Both element types will do.
//
// A wrong shape panics, and so does a batch without an item or a sample. A NaN
// comes through to the result and never becomes a number on the way.
//
// The package must not know any model, nor where samples come from: drawing is
// the caller's business, as is keeping the parameters of p and q apart.
package elbo
