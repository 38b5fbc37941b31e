// Package ticks makes the ticks of plots' axes, for all that this project draws.
//
// The package must not know what is drawn.
package ticks
