package graph

// LSTMCell is one step of an LSTM (Hochreiter and Schmidhuber, 1997, with
// forget gate). pre [n, 4h] holds the pre-activations of the gates in the
// order input, forget, output, cell; prev [n, 2h] the state before, h and then
// c. It returns the state after, [n, 2h]:
//
//	c' = sigmoid(f) c + sigmoid(i) tanh(g)
//	h' = sigmoid(o) tanh(c')
func LSTMCell(pre, prev *Node) *Node {
	n, h := matrixOf(pre)
	if h%4 != 0 {
		panic(errShape)
	}
	h /= 4
	if np, w := matrixOf(prev); np != n || w != 2*h {
		panic(errShape)
	}
	return apply(spec{
		name:  "lstm-cell",
		shape: []int{n, 2 * h},
		run:   kernel{lstmCell[float32](h), lstmCell[float64](h)},
		grad: func(in []*Node, _, g *Node) []*Node {
			both := lstmCellGrad(in[0], in[1], g)
			return []*Node{Columns(both, 0, 4*h), Columns(both, 4*h, 6*h)}
		},
	}, pre, prev)
}

// lstmCellGrad returns the gradients in pre and prev side by side, [n, 6h].
func lstmCellGrad(pre, prev, g *Node) *Node {
	n, h := matrixOf(pre)
	h /= 4
	return apply(spec{
		name:  "lstm-cell-grad",
		shape: []int{n, 6 * h},
		run:   kernel{lstmCellBack[float32](h), lstmCellBack[float64](h)},
	}, pre, prev, g)
}

func lstmCell[T Float](h int) func([]T, [][]T) {
	return eachRow(2*h, func(out []T, r int, in [][]T) {
		a, c := in[0][r*4*h:(r+1)*4*h], in[1][r*2*h+h:(r+1)*2*h]
		for j := range h {
			cNew := sigmoid(a[h+j])*c[j] + sigmoid(a[j])*tanh(a[3*h+j])
			out[j] = sigmoid(a[2*h+j]) * tanh(cNew)
			out[h+j] = cNew
		}
	})
}

func lstmCellBack[T Float](h int) func([]T, [][]T) {
	return eachRow(6*h, func(out []T, r int, in [][]T) {
		a, c, g := in[0][r*4*h:(r+1)*4*h], in[1][r*2*h+h:(r+1)*2*h], in[2][r*2*h:(r+1)*2*h]
		for j := range h {
			i, f, o, u := sigmoid(a[j]), sigmoid(a[h+j]), sigmoid(a[2*h+j]), tanh(a[3*h+j])
			t := tanh(f*c[j] + i*u)
			dc := g[h+j] + g[j]*o*(1-t*t)
			out[j] = dc * u * i * (1 - i)
			out[h+j] = dc * c[j] * f * (1 - f)
			out[2*h+j] = g[j] * t * o * (1 - o)
			out[3*h+j] = dc * i * (1 - u*u)
			out[4*h+j] = 0 // h of the state before acts through pre only
			out[5*h+j] = dc * f
		}
	})
}
