package graph

// RowDot returns the vector [n] of the dot products of the rows of a and b, both
// [n, m].
func RowDot(a, b *Node) *Node {
	n, m := matrixOf(a)
	sameShape(a, b)
	return apply(spec{
		name:  "row-dot",
		shape: []int{n},
		run:   kernel{rowDot[float32](m), rowDot[float64](m)},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{ScaleRows(in[1], g), ScaleRows(in[0], g)} },
	}, a, b)
}

func rowDot[T Float](m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		a, b := in[0], in[1]
		parallel(len(dst), grainFor(m), func(from, to int) {
			for i := from; i < to; i++ {
				var sum float64
				for j, v := range a[i*m : (i+1)*m] {
					sum += float64(v) * float64(b[i*m+j])
				}
				dst[i] = T(sum)
			}
		})
	}
}
