package graph

import "math"

// Convergence says when an iteration ends: after Iterations at the latest, and
// before where the Criterion is below Tolerance. A tolerance of 0 makes as many
// iterations as there may be.
type Convergence struct {
	Iterations int
	Tolerance  float64
	Criterion  Criterion
}

// Criterion is what a tolerance is held against.
type Criterion int

const (
	// WeightChange is the mean over a document's weights of the absolute change
	// that an update made to them (Hoffman, Blei and Bach, NIPS 2010).
	WeightChange Criterion = iota
	// BoundChange is the change of a document's bound that an update made,
	// relative to the bound (Blei, Ng and Jordan, JMLR 2003, as implemented by
	// the first author).
	BoundChange
)

// relativeChange is BoundChange for the bounds before and after.
func relativeChange(before, after float64) float64 { return math.Abs((after - before) / before) }
