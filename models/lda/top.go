package lda

import (
	"cmp"
	"slices"
)

// Weighted is a word and its probability in a topic.
type Weighted struct {
	ID     int
	Weight float64
}

// Top returns the n most probable words of topic k, most probable first, those of
// equal probability by ascending id: fewer if there are fewer words.
func (t Topics) Top(k, n int) []Weighted {
	best := make([]Weighted, 0, min(n, t.V)+1)
	for w, p := range t.PhiRow(k) {
		if len(best) == n && (n == 0 || p <= best[n-1].Weight) {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, p, func(b Weighted, p float64) int {
			// Of equal weights the new one comes last: its id is the largest.
			return cmp.Or(cmp.Compare(p, b.Weight), -1)
		})
		best = slices.Insert(best, at, Weighted{w, p})
		best = best[:min(len(best), n)]
	}
	return best
}

// TopIDs returns the ids of [Topics.Top] for every topic, as scores of coherence take
// them.
func (t Topics) TopIDs(n int) [][]int {
	ids := make([][]int, t.K)
	for k := range ids {
		for _, word := range t.Top(k, n) {
			ids[k] = append(ids[k], word.ID)
		}
	}
	return ids
}
