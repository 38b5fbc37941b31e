package graph

// ScaleRows returns the rows of x [n, m] times the elements of s [n].
func ScaleRows(x, s *Node) *Node {
	n, m := matrixOf(x)
	checkVector(s, n)
	return apply(spec{
		name:  "scale-rows",
		shape: shapeOf(x),
		run:   kernel{scaleRows[float32](m), scaleRows[float64](m)},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{ScaleRows(g, in[1]), RowDot(g, in[0])} },
	}, x, s)
}

func scaleRows[T Float](m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x, s := in[0], in[1]
		parallel(len(s), grainFor(m), func(from, to int) {
			for i := from; i < to; i++ {
				row, out := x[i*m:(i+1)*m], dst[i*m:(i+1)*m]
				for j, v := range row {
					out[j] = s[i] * v
				}
			}
		})
	}
}
