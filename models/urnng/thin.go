package urnng

import (
	"math"
	"slices"
)

// thin leaves n of the items, or all where there are not more, and gives the
// items left new weights such that the expectation of each item's weight, 0 if
// it is not left, is the weight that it had, and the sum of all is the same.
// u is uniform on [0, 1).
//
// There is a c for which the sum of min(w/c, 1) is n. An item heavier than c
// stays as it is; any other stays with probability w/c, and then weighs c.
// No way to thin without bias has a smaller sum of variances (Fearnhead and
// Clifford, 2003). The draws are systematic: one u serves all.
func thin(logWeights []float64, n int, u float64) (kept []int, logNew []float64) {
	if len(logWeights) <= n {
		for i := range logWeights {
			kept = append(kept, i)
		}
		return kept, slices.Clone(logWeights)
	}
	top := slices.Max(logWeights)
	if math.IsInf(top, -1) { // nothing weighs anything
		return thin(logWeights[:n], n, u)
	}
	weights := make([]float64, len(logWeights))
	for i, w := range logWeights {
		weights[i] = math.Exp(w - top)
	}
	c := threshold(weights, n)
	left := u * c
	for i, w := range weights {
		if w > c {
			kept, logNew = append(kept, i), append(logNew, logWeights[i])
			continue
		}
		if left -= w; left < 0 {
			left += c
			kept, logNew = append(kept, i), append(logNew, math.Log(c)+top)
		}
	}
	return kept, logNew
}

// threshold returns the c for which the sum of min(w/c, 1) over the weights, of
// which there are more than n, is n.
func threshold(weights []float64, n int) float64 {
	rising := slices.Sorted(slices.Values(weights))
	rest := make([]float64, len(rising)+1) // rest[k] is the sum of the k lightest
	for i, w := range rising {
		rest[i+1] = rest[i] + w
	}
	for whole := 0; ; whole++ { // how many of the heaviest are above c
		k := len(rising) - whole
		if c := rest[k] / float64(n-whole); rising[k-1] <= c || whole == n-1 {
			return c
		}
	}
}
