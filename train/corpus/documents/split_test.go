package documents

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestHeldOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 50).Draw(t, "n")
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		seed := rapid.Uint64().Draw(t, "seed")
		train, held := HeldOut(n, share, seed)
		all := slices.Sorted(slices.Values(slices.Concat(train, held)))
		for i := range n {
			if len(all) != n || all[i] != i {
				t.Fatalf("%v and %v are not the %d documents", train, held, n)
			}
		}
		if off := float64(len(held)) - share*float64(n); off > 0.5 || off < -0.5 {
			t.Fatalf("%d of %d held out, want a share of %v", len(held), n, share)
		}
		if !slices.IsSorted(train) || !slices.IsSorted(held) {
			t.Fatal("not in order")
		}
		again, _ := HeldOut(n, share, seed)
		if !slices.Equal(again, train) {
			t.Fatal("another split from the same seed")
		}
	})
}

// Each document is as likely as any other to be held out.
func TestHeldOutIsEven(t *testing.T) {
	var held [4]int
	for seed := range uint64(4000) {
		_, out := HeldOut(4, 0.25, seed)
		held[out[0]]++
	}
	for d, n := range held { // binomial with deviation 27
		if n < 1000-110 || n > 1000+110 {
			t.Errorf("document %d held out %d times of 4000", d, n)
		}
	}
}

func TestHalves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var doc Doc
		doc.setTokens(rapid.SliceOf(rapid.IntRange(0, 6)).Draw(t, "tokens"))
		seed := rapid.Uint64().Draw(t, "seed")
		a, b := Halves(doc, seed, 3)
		if d := a.Tokens() - b.Tokens(); d != doc.Tokens()%2 {
			t.Fatalf("%d and %d tokens", a.Tokens(), b.Tokens())
		}
		var both Doc
		both.setPairs(slices.Concat(pairsOf(a), pairsOf(b)))
		if diff := cmp.Diff(doc, both); diff != "" {
			t.Fatal(diff)
		}
		again, _ := Halves(doc, seed, 3)
		if diff := cmp.Diff(a, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

func pairsOf(doc Doc) (pairs []pair) {
	for i, id := range doc.IDs {
		pairs = append(pairs, pair{id, int(doc.Counts[i])})
	}
	return pairs
}
