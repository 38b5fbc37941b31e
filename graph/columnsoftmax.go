package graph

import (
	"math"

	kern "arbelos/graph/kernel"
)

// ColumnSoftmax returns the softmax of each column of x [n, m]: of topics over words,
// a row a word and a column a topic, the word distributions. A column of -Inf is no
// distribution and gives NaN. Sums run in float64, from the first row to the last.
func ColumnSoftmax(x *Node) *Node {
	n, m := matrixOf(x)
	return apply(spec{
		name:  "column-softmax",
		shape: []int{n, m},
		run:   kernel{columnSoftmax[float32](n, m), columnSoftmax[float64](n, m)},
		grad: func(_ []*Node, y, g *Node) []*Node { // y_ij (g_ij - sum_l g_lj y_lj)
			mean := ColumnSums(Mul(g, y))
			return []*Node{Mul(y, AddRow(g, Scale(mean, -1)))}
		},
	}, x)
}

func columnSoftmax[T Float](n, m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x := in[0]
		parallel(m, grainFor(n), func(from, to int) {
			top := make([]T, to-from)
			for j := range top {
				top[j] = T(math.Inf(-1))
			}
			for i := range n {
				for j, v := range x[i*m+from : i*m+to] {
					top[j] = max(top[j], v)
				}
			}
			for i := range n {
				for j, v := range x[i*m+from : i*m+to] {
					dst[i*m+from+j] = v - top[j]
				}
			}
		})
		parallel(n, grainFor(8*m), func(from, to int) { kern.Exp(dst[from*m:to*m], dst[from*m:to*m]) })
		parallel(m, grainFor(n), func(from, to int) {
			sums := make([]float64, to-from)
			for i := range n {
				for j, v := range dst[i*m+from : i*m+to] {
					sums[j] += float64(v)
				}
			}
			for i := range n {
				for j := range sums {
					dst[i*m+from+j] = T(float64(dst[i*m+from+j]) / sums[j])
				}
			}
		})
	}
}
