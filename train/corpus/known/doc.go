// Package known holds the distributions that the embedded tables of numbers are
// drawn from: they can be drawn from, and the density of every x is known exactly,
// which no model exceeds on average.
//
// The package must not know any model.
package known
