package pcfg

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestCellAddSumsProbabilities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const states = 4
		c := newCell(states)
		var want [states]float64
		for range rapid.IntRange(0, 20).Draw(t, "additions") {
			state := rapid.IntRange(0, states-1).Draw(t, "state")
			p := rapid.Float64Range(1e-12, 1).Draw(t, "p")
			c.add(state, math.Log(p))
			want[state] += p
		}
		for state, p := range want {
			if live := slices.Contains(c.live, state); live != (p > 0) {
				t.Errorf("state %d of probability %v: live is %v", state, p, live)
			}
			if p > 0 && math.Abs(math.Exp(c.score[state])-p) > 1e-12*p {
				t.Errorf("state %d: probability %v, want %v", state, math.Exp(c.score[state]), p)
			}
		}
	})
}

// Far outside what math.Exp can represent, the sum is still right.
func TestLogAddOfExtremes(t *testing.T) {
	for _, c := range []struct{ a, b, want float64 }{
		{-5000, -5000, -5000 + math.Ln2},
		{-5000, -5001, -5000 + math.Log1p(math.Exp(-1))},
		{-5000, -9000, -5000},
		{0, -1e300, 0},
		{1000, 1000, 1000 + math.Ln2},
	} {
		if ab, ba := logAdd(c.a, c.b), logAdd(c.b, c.a); ab != ba || math.Abs(ab-c.want) > 1e-12 {
			t.Errorf("logAdd(%v, %v) = %v, reversed %v, want %v", c.a, c.b, ab, ba, c.want)
		}
	}
}
