package graph

// RowSums returns the sums [n] of the rows' elements of x [n, m], in float64.
func RowSums(x *Node) *Node {
	n, m := matrixOf(x)
	return apply(spec{
		name:  "row-sums",
		shape: []int{n},
		run:   kernel{rowSums[float32](m), rowSums[float64](m)},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{repeatColumn(g, m)} },
	}, x)
}

// repeatColumn returns m columns [n, m] of the vector x [n].
func repeatColumn(x *Node, m int) *Node {
	n := x.Shape()[0]
	return apply(spec{
		name:  "repeat-column",
		shape: []int{n, m},
		run: kernel{
			func(dst []float32, in [][]float32) { repeatEach(dst, in[0], m) },
			func(dst []float64, in [][]float64) { repeatEach(dst, in[0], m) },
		},
	}, x)
}

func repeatEach[T Float](dst, column []T, m int) {
	for i, v := range column {
		for j := range m {
			dst[i*m+j] = v
		}
	}
}

func rowSums[T Float](m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x := in[0]
		parallel(len(dst), grainFor(m), func(from, to int) {
			for i := from; i < to; i++ {
				var sum float64
				for _, v := range x[i*m : (i+1)*m] {
					sum += float64(v)
				}
				dst[i] = T(sum)
			}
		})
	}
}
