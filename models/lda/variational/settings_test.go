package variational

import (
	"testing"

	"pgregory.net/rapid"
)

// A prior keeps the form that it is given in, and goes up, all the way or a part of it.
func TestLearnAndMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEvidence(t)
		k := len(e.Logs)
		prior := drawAlpha(t, rapid.SampledFrom([]int{1, k}).Draw(t, "numbers"))
		before := e.Bound(Spread(prior, k))
		learned := e.Learn(prior)
		if len(learned) != len(prior) || e.Bound(Spread(learned, k)) < before-1e-9 {
			t.Fatalf("from %v, with bound %v, learned %v", prior, before, learned)
		}
		moved := e.Move(prior, 1e-3)
		if len(moved) != len(prior) || e.Bound(Spread(moved, k)) < before-1e-9 {
			t.Fatalf("from %v, with bound %v, moved to %v", prior, before, moved)
		}
		for i, x := range e.Move(prior, 1) {
			if x < 0.0999*prior[i] {
				t.Fatalf("moved %v to %v", prior[i], x)
			}
		}
	})
}
