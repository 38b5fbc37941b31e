package graph

// SparseMatMul returns a x [a.Rows, m] for the matrix x [a.Cols, m]: row r is the sum
// of the rows of x that row r of a names, times its values. Of a bag of words and a
// table of word vectors it is the bag's sum. The matrix a is not copied and must not
// change.
func SparseMatMul(a *CSR, x *Node) *Node {
	n, m := matrixOf(x)
	if n != a.Cols {
		panic(errShape)
	}
	a.check()
	return apply(spec{
		name:  "sparse-mat-mul",
		shape: []int{a.Rows, m},
		run: kernel{
			func(dst []float32, in [][]float32) { clear(dst); addSparseProduct(dst, a, nil, in[0], m) },
			func(dst []float64, in [][]float64) { clear(dst); addSparseProduct(dst, a, nil, in[0], m) },
		},
		add: kernel{
			func(dst []float32, in [][]float32) { addSparseProduct(dst, a, nil, in[0], m) },
			func(dst []float64, in [][]float64) { addSparseProduct(dst, a, nil, in[0], m) },
		},
		grad: func(_ []*Node, _, g *Node) []*Node { return []*Node{SparseMatMul(a.transpose(), g)} },
	}, x)
}

// addSparseProduct adds a x to dst [a.Rows, m], with values in the place of a's where
// there are any. A row's terms are added in the order of its entries.
func addSparseProduct[T Float](dst []T, a *CSR, values []T, x []T, m int) {
	each := 1 + len(a.Index)/max(a.Rows, 1)
	parallel(a.Rows, grainFor(each*m), func(from, to int) {
		for r := from; r < to; r++ {
			out := dst[r*m : (r+1)*m]
			for e := a.Start[r]; e < a.Start[r+1]; e++ {
				w := T(1)
				switch {
				case values != nil:
					w = values[e]
				case a.Value != nil:
					w = T(a.Value[e])
				}
				c := a.Index[e]
				row := x[c*m : (c+1)*m]
				for j := range out {
					out[j] += T(w * row[j])
				}
			}
		}
	})
}
