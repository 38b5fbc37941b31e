package graph

// TreeLSTMCell composes two children into their parent (Tai, Socher and
// Manning, 2015, binary). pre [n, 5h] holds the pre-activations in the order
// input, forget right, forget left, output, cell; kids [n, 4h] the children's
// states: h and c of the right one, then h and c of the left one. It returns
// the parent's state [n, 2h], h and then c:
//
//	c = sigmoid(i) tanh(g) + sigmoid(fr) c_r + sigmoid(fl) c_l
//	h = sigmoid(o) tanh(c)
func TreeLSTMCell(pre, kids *Node) *Node {
	n, h := matrixOf(pre)
	if h%5 != 0 {
		panic(errShape)
	}
	h /= 5
	if nk, w := matrixOf(kids); nk != n || w != 4*h {
		panic(errShape)
	}
	return apply(spec{
		name:  "tree-lstm-cell",
		shape: []int{n, 2 * h},
		run:   kernel{treeCell[float32](h), treeCell[float64](h)},
		grad: func(in []*Node, _, g *Node) []*Node {
			both := treeCellGrad(in[0], in[1], g)
			return []*Node{Columns(both, 0, 5*h), Columns(both, 5*h, 9*h)}
		},
	}, pre, kids)
}

// treeCellGrad returns the gradients in pre and kids side by side, [n, 9h].
func treeCellGrad(pre, kids, g *Node) *Node {
	n, h := matrixOf(pre)
	h /= 5
	return apply(spec{
		name:  "tree-lstm-cell-grad",
		shape: []int{n, 9 * h},
		run:   kernel{treeCellBack[float32](h), treeCellBack[float64](h)},
	}, pre, kids, g)
}

func treeCell[T Float](h int) func([]T, [][]T) {
	return eachRow(2*h, func(out []T, r int, in [][]T) {
		a, kids := in[0][r*5*h:(r+1)*5*h], in[1][r*4*h:(r+1)*4*h]
		for j := range h {
			c := sigmoid(a[j])*tanh(a[4*h+j]) + sigmoid(a[h+j])*kids[h+j] + sigmoid(a[2*h+j])*kids[3*h+j]
			out[j] = sigmoid(a[3*h+j]) * tanh(c)
			out[h+j] = c
		}
	})
}

func treeCellBack[T Float](h int) func([]T, [][]T) {
	return eachRow(9*h, func(out []T, r int, in [][]T) {
		a, kids, g := in[0][r*5*h:(r+1)*5*h], in[1][r*4*h:(r+1)*4*h], in[2][r*2*h:(r+1)*2*h]
		for j := range h {
			i, fr, fl, o := sigmoid(a[j]), sigmoid(a[h+j]), sigmoid(a[2*h+j]), sigmoid(a[3*h+j])
			u, cr, cl := tanh(a[4*h+j]), kids[h+j], kids[3*h+j]
			t := tanh(i*u + fr*cr + fl*cl)
			dc := g[h+j] + g[j]*o*(1-t*t)
			out[j] = dc * u * i * (1 - i)
			out[h+j] = dc * cr * fr * (1 - fr)
			out[2*h+j] = dc * cl * fl * (1 - fl)
			out[3*h+j] = g[j] * t * o * (1 - o)
			out[4*h+j] = dc * i * (1 - u*u)
			out[5*h+j] = 0 // the children's h act through pre only
			out[6*h+j] = dc * fr
			out[7*h+j] = 0
			out[8*h+j] = dc * fl
		}
	})
}
