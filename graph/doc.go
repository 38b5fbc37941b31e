// Package graph holds what Gorgonia lacks for building and running the
// expression graphs of latent-variable models: ops with gradients, safe
// application of an op, a machine that runs a graph while it still grows,
// seeded initialisers, named parameters and a gradient checker.
//
// It must not know about sentences, trees, models, files or flags.
package graph
