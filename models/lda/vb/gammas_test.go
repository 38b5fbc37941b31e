package vb

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Whatever the prior, what comes out is what went in.
func TestGammas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 4).Draw(t, "topics")
		number := rapid.SampledFrom([]float64{0.1, 0.25, 1, 1 / 3., 7})
		var g gammas
		for range 2 { // the second time, in used memory
			g.reset(rapid.SliceOfN(number, k, k).Draw(t, "prior"))
			var want []float32
			for range rapid.IntRange(0, 4).Draw(t, "blocks") {
				d := rapid.IntRange(0, 3).Draw(t, "documents")
				block := rapid.SliceOfN(number, d*k, d*k).Draw(t, "gamma")
				g.append(block)
				for _, x := range block {
					want = append(want, float32(x))
				}
			}
			if g.docs() != len(want)/k {
				t.Fatalf("found %d documents, want %d", g.docs(), len(want)/k)
			}
			from := rapid.IntRange(0, g.docs()).Draw(t, "from")
			to := rapid.IntRange(from, g.docs()).Draw(t, "to")
			if got := g.rows(from, to); !slices.Equal(got, want[from*k:to*k]) {
				t.Fatalf("found %v of documents %d to %d, want %v", got, from, to, want[from*k:to*k])
			}
		}
	})
}
