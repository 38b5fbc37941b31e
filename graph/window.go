package graph

import (
	"slices"

	"gorgonia.org/tensor"
)

// Rows returns the rows from (inclusive) to (exclusive) of x [n, m], or the
// elements of a vector.
func Rows(x *Node, from, to int) *Node {
	n, m := rowsOf(x)
	if from < 0 || to < from || to > n {
		panic(errIndex)
	}
	return apply(spec{
		name:  "rows",
		shape: withRows(x, to-from),
		view:  &window{from * m, to * m},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{padRows(g, from, n)} },
	}, x)
}

// Reshape returns the elements of x, in row-major order, under another shape.
func Reshape(x *Node, shape ...int) *Node {
	old := shapeOf(x)
	size := tensor.Shape(old).TotalSize()
	if tensor.Shape(shape).TotalSize() != size {
		panic(errShape)
	}
	return apply(spec{
		name:  "reshape",
		shape: slices.Clone(shape),
		view:  &window{0, size},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{Reshape(g, old...)} },
	}, x)
}

// Columns returns the columns from (inclusive) to (exclusive) of x [n, m].
func Columns(x *Node, from, to int) *Node {
	n, m := matrixOf(x)
	if from < 0 || to < from || to > m {
		panic(errIndex)
	}
	w := to - from
	return apply(spec{
		name:  "columns",
		shape: []int{n, w},
		run: kernel{
			func(dst []float32, in [][]float32) { copyColumns(dst, in[0], n, w, 0, m, from, w) },
			func(dst []float64, in [][]float64) { copyColumns(dst, in[0], n, w, 0, m, from, w) },
		},
		grad: func(_ []*Node, _, g *Node) []*Node { return []*Node{PadColumns(g, from, m)} },
	}, x)
}

// PadColumns returns [n, m] with the columns of x [n, w] from column at on,
// and zeros elsewhere.
func PadColumns(x *Node, at, m int) *Node {
	n, w := matrixOf(x)
	if at < 0 || at+w > m {
		panic(errIndex)
	}
	return apply(spec{
		name:  "pad-columns",
		shape: []int{n, m},
		run: kernel{
			func(dst []float32, in [][]float32) { clear(dst); copyColumns(dst, in[0], n, m, at, w, 0, w) },
			func(dst []float64, in [][]float64) { clear(dst); copyColumns(dst, in[0], n, m, at, w, 0, w) },
		},
		add: kernel{
			func(dst []float32, in [][]float32) { addColumns(dst, in[0], n, m, at, w) },
			func(dst []float64, in [][]float64) { addColumns(dst, in[0], n, m, at, w) },
		},
		grad: func(_ []*Node, _, g *Node) []*Node { return []*Node{Columns(g, at, at+w)} },
	}, x)
}

// ConcatRows stacks matrices [*, m] (or vectors) on one another.
func ConcatRows(parts ...*Node) *Node {
	if len(parts) == 0 {
		panic(errGraph)
	}
	starts := make([]int, len(parts)+1)
	for i, p := range parts {
		n, m := rowsOf(p)
		if _, want := rowsOf(parts[0]); m != want || p.Dims() != parts[0].Dims() {
			panic(errShape)
		}
		starts[i+1] = starts[i] + n
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return apply(spec{
		name:  "concat-rows",
		shape: withRows(parts[0], starts[len(parts)]),
		run:   kernel{concat[float32], concat[float64]},
		grad: func(in []*Node, _, g *Node) []*Node {
			grads := make([]*Node, len(in))
			for i := range in {
				grads[i] = Rows(g, starts[i], starts[i+1])
			}
			return grads
		},
	}, parts...)
}

// padRows returns [n, m] with the rows of x from row at on, zeros elsewhere.
func padRows(x *Node, at, n int) *Node {
	rows, m := rowsOf(x)
	return apply(spec{
		name:  "pad-rows",
		shape: withRows(x, n),
		run: kernel{
			func(dst []float32, in [][]float32) { clear(dst); copy(dst[at*m:], in[0]) },
			func(dst []float64, in [][]float64) { clear(dst); copy(dst[at*m:], in[0]) },
		},
		add: kernel{
			func(dst []float32, in [][]float32) { addColumns(dst[at*m:], in[0], 1, rows*m, 0, rows*m) },
			func(dst []float64, in [][]float64) { addColumns(dst[at*m:], in[0], 1, rows*m, 0, rows*m) },
		},
	}, x)
}

// copyColumns copies w columns of n rows from column s of src (stride ss) to
// column d of dst (stride ds).
func copyColumns[T Float](dst, src []T, n, ds, d, ss, s, w int) {
	for i := range n {
		copy(dst[i*ds+d:i*ds+d+w], src[i*ss+s:])
	}
}

func addColumns[T Float](dst, src []T, n, ds, d, w int) {
	for i := range n {
		out := dst[i*ds+d : i*ds+d+w]
		for j, v := range src[i*w : (i+1)*w] {
			out[j] += v
		}
	}
}

func concat[T Float](dst []T, in [][]T) {
	at := 0
	for _, x := range in {
		at += copy(dst[at:], x)
	}
}
