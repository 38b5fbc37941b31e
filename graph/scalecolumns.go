package graph

// ScaleColumns returns the columns of x [n, m] times the elements of s [m].
func ScaleColumns(x, s *Node) *Node {
	n, m := matrixOf(x)
	checkVector(s, m)
	return apply(spec{
		name:  "scale-columns",
		shape: []int{n, m},
		run:   kernel{scaleColumns[float32](m), scaleColumns[float64](m)},
		grad: func(in []*Node, _, g *Node) []*Node {
			return []*Node{ScaleColumns(g, in[1]), ColumnSums(Mul(g, in[0]))}
		},
	}, x, s)
}

func scaleColumns[T Float](m int) func([]T, [][]T) {
	return eachRow(m, func(out []T, i int, in [][]T) {
		for j, v := range in[0][i*m : (i+1)*m] {
			out[j] = v * in[1][j]
		}
	})
}
