// Package diagnostics measures whether a bound on the evidence and the gradients
// that train it are to be believed: the K-sample bound against K with its bias,
// effective sample size and Pareto shape of importance weights, variance and
// signal-to-noise of each parameter group's gradient, units that q does not use,
// and the gap between the evidence lower bound and the importance-weighted one.
// Report gathers them and plots what is there.
//
// Everything is numbers: log-weights log p(x, z) - log q(z|x) with z from q, one
// slice an item; gradients; the means of q. Logarithms are natural. Numbers that
// mean nothing (NaN, no sample, items that do not match) are an *InputError.
//
// The package must not know any model, nor draw samples.
package diagnostics
