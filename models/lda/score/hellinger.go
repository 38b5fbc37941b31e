package score

import (
	"cmp"
	"math"
	"slices"
)

// Hellinger returns the distance sqrt(1 - sum_k sqrt(p_k q_k)) of two distributions:
// 0 if they are the same, 1 if they share nothing.
func Hellinger(p, q []float64) float64 {
	if len(p) != len(q) {
		panic(errShape)
	}
	// As half the squared length of a difference, which is exact near 0.
	squares := 0.0
	for k := range p {
		d := math.Sqrt(p[k]) - math.Sqrt(q[k])
		squares += d * d
	}
	return min(1, math.Sqrt(squares/2))
}

// Neighbour is a document and its distance.
type Neighbour struct {
	Doc      int
	Distance float64
}

// Nearest returns the n rows of theta that are nearest to the proportions given by
// [Hellinger], nearest first, those equally near in order: fewer if there are fewer.
func Nearest(theta [][]float64, proportions []float64, n int) []Neighbour {
	all := make([]Neighbour, len(theta))
	for d, row := range theta {
		all[d] = Neighbour{d, Hellinger(proportions, row)}
	}
	slices.SortStableFunc(all, func(a, b Neighbour) int { return cmp.Compare(a.Distance, b.Distance) })
	return slices.Clip(all[:min(n, len(all))])
}
