package graph

// ColumnSums returns the sums [m] of the columns' elements of x [n, m], from the
// first row to the last in float64: of rows there may be as many as a vocabulary
// has words.
func ColumnSums(x *Node) *Node {
	n, m := matrixOf(x)
	return apply(spec{
		name:  "column-sums",
		shape: []int{m},
		run:   kernel{columnSums[float32](n, m), columnSums[float64](n, m)},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{repeatRow(g, n)} },
	}, x)
}

// repeatRow returns n rows [n, m] of the vector x [m].
func repeatRow(x *Node, n int) *Node {
	m := x.Shape()[0]
	return apply(spec{
		name:  "repeat-row",
		shape: []int{n, m},
		run: kernel{
			func(dst []float32, in [][]float32) { repeat(dst, in[0], n) },
			func(dst []float64, in [][]float64) { repeat(dst, in[0], n) },
		},
	}, x)
}

func repeat[T Float](dst, row []T, n int) {
	for i := range n {
		copy(dst[i*len(row):], row)
	}
}

func columnSums[T Float](n, m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x := in[0]
		parallel(m, grainFor(n), func(from, to int) {
			sums := make([]float64, to-from)
			for i := range n {
				for j, v := range x[i*m+from : i*m+to] {
					sums[j] += float64(v)
				}
			}
			for j, s := range sums {
				dst[from+j] = T(s)
			}
		})
	}
}
