package elbo

import (
	"slices"

	"arbelos/graph"
)

// LeaveOneOut returns the mean of an item's other samples, for each of f [N, K]:
//
//	r_k = 1/(K-1) sum_{j != k} f_j
//
// It is independent of sample k, so that as a baseline it leaves the mean of
// ScoreFunction's gradient alone. With one sample there is no other, and it is
// nil: no baseline.
func LeaveOneOut(f *graph.Node) *graph.Node {
	n, k := samplesOf(f)
	if k == 1 {
		return nil
	}
	return graph.Reshape(graph.SparseMul(others(n, k), flat(f)), n, k)
}

// others is the matrix that takes each of an item's samples to the mean of its
// other ones.
func others(n, k int) *graph.CSR {
	a := &graph.CSR{Cols: n * k}
	for item := range n {
		for this := range k {
			var row []int
			for j := range k {
				if j != this {
					row = append(row, item*k+j)
				}
			}
			a.AppendRow(row...)
		}
	}
	a.Value = slices.Repeat([]float64{1 / float64(k-1)}, len(a.Index))
	return a
}
