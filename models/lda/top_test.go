package lda

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The top words are the first of all words sorted by weight and then by id.
func TestTop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.IntRange(1, 5), 1, 12).Draw(t, "weights")
		n := rapid.IntRange(0, 14).Draw(t, "n")
		topics := Topics{Kind: Dirichlet, K: 1, V: len(weights)}
		for _, w := range weights {
			topics.Values = append(topics.Values, float64(w))
		}
		want := []Weighted{}
		for w, p := range topics.PhiRow(0) {
			want = append(want, Weighted{w, p})
		}
		slices.SortStableFunc(want, func(a, b Weighted) int {
			switch {
			case a.Weight > b.Weight:
				return -1
			case a.Weight < b.Weight:
				return 1
			}
			return a.ID - b.ID
		})
		want = want[:min(n, len(want))]
		if diff := cmp.Diff(want, topics.Top(0, n)); diff != "" {
			t.Fatal(diff)
		}
		for i, id := range topics.TopIDs(n)[0] {
			if id != want[i].ID {
				t.Fatalf("ids %v", topics.TopIDs(n)[0])
			}
		}
	})
}
