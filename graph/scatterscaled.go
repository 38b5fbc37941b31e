package graph

import "slices"

// ScatterScaled returns [n, m] with row i of x [r, m], times s[i], added to row
// to[i], and zeros elsewhere. Rows that go to one place are added in the order
// of to.
func ScatterScaled(x, s *Node, to []int, n int) *Node {
	rows, m := matrixOf(x)
	checkVector(s, rows)
	if len(to) != rows {
		panic(errShape)
	}
	checkIndex(to, n)
	to = slices.Clone(to)
	return apply(spec{
		name:  "scatter-scaled",
		shape: []int{n, m},
		run: kernel{
			func(dst []float32, in [][]float32) { clear(dst); addScaledRowsTo(dst, in[0], in[1], to, m) },
			func(dst []float64, in [][]float64) { clear(dst); addScaledRowsTo(dst, in[0], in[1], to, m) },
		},
		add: kernel{
			func(dst []float32, in [][]float32) { addScaledRowsTo(dst, in[0], in[1], to, m) },
			func(dst []float64, in [][]float64) { addScaledRowsTo(dst, in[0], in[1], to, m) },
		},
		grad: func(in []*Node, _, g *Node) []*Node {
			back := Gather(g, to)
			return []*Node{ScaleRows(back, in[1]), RowDot(back, in[0])}
		},
	}, x, s)
}

// addScaledRowsTo is cut by columns, as addRowsTo is.
func addScaledRowsTo[T Float](dst, x, s []T, to []int, m int) {
	parallel(m, grainFor(len(to)), func(left, right int) {
		for i, r := range to {
			out := dst[r*m+left : r*m+right]
			for j, v := range x[i*m+left : i*m+right] {
				out[j] += s[i] * v
			}
		}
	})
}
