package graph

// AddColumn adds the vector b [n] to every column of x [n, m].
func AddColumn(x, b *Node) *Node {
	n, m := matrixOf(x)
	checkVector(b, n)
	return apply(spec{
		name:  "add-column",
		shape: shapeOf(x),
		run:   kernel{addColumn[float32](m), addColumn[float64](m)},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{g, RowSums(g)} },
	}, x, b)
}

func addColumn[T Float](m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x, b := in[0], in[1]
		parallel(len(b), grainFor(m), func(from, to int) {
			for i := from; i < to; i++ {
				row, out := x[i*m:(i+1)*m], dst[i*m:(i+1)*m]
				for j, v := range row {
					out[j] = v + b[i]
				}
			}
		})
	}
}
