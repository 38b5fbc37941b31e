// Package sweep trains a model once for every point of a grid of options: each
// point in a run directory of its own below one folder, each run a process of
// its own, several at once.
//
// The folder holds config.toml, the options that all runs share; sweep.json, the
// grid; and the run directories 001, 002 and so on, in the order of the grid, in
// which the last option varies fastest.
//
// The package must not know which program it runs, nor its options.
package sweep
