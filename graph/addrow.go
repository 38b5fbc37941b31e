package graph

// AddRow adds the vector b [m] to every row of x [n, m].
func AddRow(x, b *Node) *Node {
	_, m := matrixOf(x)
	checkVector(b, m)
	return apply(spec{
		name:  "add-row",
		shape: shapeOf(x),
		run:   kernel{addRow[float32](m), addRow[float64](m)},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{g, sumRows(g)} },
	}, x, b)
}

// sumRows returns the sum [m] of the rows of x [n, m], always summed from the
// first row to the last.
func sumRows(x *Node) *Node {
	n, m := matrixOf(x)
	return apply(spec{
		name:  "sum-rows",
		shape: []int{m},
		run: kernel{
			func(dst []float32, in [][]float32) { clear(dst); addRows(dst, in[0], n, m) },
			func(dst []float64, in [][]float64) { clear(dst); addRows(dst, in[0], n, m) },
		},
		add: kernel{
			func(dst []float32, in [][]float32) { addRows(dst, in[0], n, m) },
			func(dst []float64, in [][]float64) { addRows(dst, in[0], n, m) },
		},
	}, x)
}

func addRow[T Float](m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x, b := in[0], in[1]
		parallel(len(dst)/max(m, 1), grainFor(m), func(from, to int) {
			for i := from; i < to; i++ {
				row, out := x[i*m:(i+1)*m], dst[i*m:(i+1)*m]
				for j, v := range row {
					out[j] = v + b[j]
				}
			}
		})
	}
}

func addRows[T Float](dst, x []T, n, m int) {
	parallel(m, grainFor(n), func(from, to int) {
		out := dst[from:to]
		for i := range n {
			for j, v := range x[i*m+from : i*m+to] {
				out[j] += v
			}
		}
	})
}
