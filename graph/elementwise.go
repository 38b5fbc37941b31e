package graph

import (
	"fmt"
	"slices"

	"gorgonia.org/tensor"
)

// sum is the kernel of Add and of AddTo.
var sum = kernel{pairwise(func(x, y float32) float32 { return x + y }), pairwise(func(x, y float64) float64 { return x + y })}

// Add returns a + b, of equal shapes.
func Add(a, b *Node) *Node {
	return apply(spec{
		name:  "add",
		shape: sameShape(a, b),
		run:   sum,
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{g, g} },
	}, a, b)
}

// Sub returns a - b, of equal shapes.
func Sub(a, b *Node) *Node {
	return apply(spec{
		name:  "sub",
		shape: sameShape(a, b),
		run:   kernel{pairwise(func(x, y float32) float32 { return x - y }), pairwise(func(x, y float64) float64 { return x - y })},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{g, Scale(g, -1)} },
	}, a, b)
}

// Mul returns the elementwise product of a and b, of equal shapes.
func Mul(a, b *Node) *Node {
	return apply(spec{
		name:  "mul",
		shape: sameShape(a, b),
		run:   kernel{pairwise(func(x, y float32) float32 { return x * y }), pairwise(func(x, y float64) float64 { return x * y })},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{Mul(g, in[1]), Mul(g, in[0])} },
	}, a, b)
}

// Dropout returns x times mask, of equal shapes, with a gradient in x only.
// The mask is an input, drawn with DropoutMask, so that a step can be repeated.
func Dropout(x, mask *Node) *Node {
	return apply(spec{
		name:  "dropout",
		shape: sameShape(x, mask),
		run:   kernel{pairwise(func(x, y float32) float32 { return x * y }), pairwise(func(x, y float64) float64 { return x * y })},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{Dropout(g, in[1]), nil} },
		wrt:   []bool{true, false},
	}, x, mask)
}

// Scale returns c x.
func Scale(x *Node, c float64) *Node {
	return apply(spec{
		name:  "scale",
		shape: shapeOf(x),
		run:   kernel{mapped(func(v float32) float32 { return float32(c) * v }), mapped(func(v float64) float64 { return c * v })},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{Scale(g, c)} },
	}, x)
}

// Stop returns x with no derivative (stop-gradient).
func Stop(x *Node) *Node {
	return apply(spec{
		name:  "stop",
		shape: shapeOf(x),
		run:   kernel{mapped(func(v float32) float32 { return v }), mapped(func(v float64) float64 { return v })},
	}, x)
}

// ReLU returns max(x, 0). Its derivative at 0 is 0.
func ReLU(x *Node) *Node {
	return apply(spec{
		name:  "relu",
		shape: shapeOf(x),
		run:   kernel{mapped(func(v float32) float32 { return max(v, 0) }), mapped(func(v float64) float64 { return max(v, 0) })},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{reluGrad(in[0], g)} },
	}, x)
}

func reluGrad(x, g *Node) *Node {
	return apply(spec{
		name:  "relu-grad",
		shape: shapeOf(x),
		run:   kernel{pairwise(gateAtZero[float32]), pairwise(gateAtZero[float64])},
	}, x, g)
}

func gateAtZero[T Float](x, g T) T {
	if x > 0 {
		return g
	}
	return 0
}

// Zeros returns a node of zeros in g. It is an input, as an op with no children
// must not be: gorgonia.Grad removes such nodes where nothing reads them, and
// then finds wrong children for those made later.
func Zeros(g *Graph, dt tensor.Dtype, shape ...int) *Node {
	return Input(g, fmt.Sprintf("zeros %d", opID.Add(1)), Zero(dt, shape...))
}

func pairwise[T Float](f func(x, y T) T) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		a, b := in[0], in[1]
		parallel(len(dst), grainFor(1), func(from, to int) {
			for i := from; i < to; i++ {
				dst[i] = f(a[i], b[i])
			}
		})
	}
}

func mapped[T Float](f func(T) T) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x := in[0]
		parallel(len(dst), grainFor(1), func(from, to int) {
			for i := from; i < to; i++ {
				dst[i] = f(x[i])
			}
		})
	}
}

func shapeOf(n *Node) []int { return []int(n.Shape()) }

func sameShape(a, b *Node) []int {
	s := shapeOf(a)
	if !slices.Equal(s, shapeOf(b)) {
		panic(errShape)
	}
	return s
}

// rowsOf returns rows and columns of a matrix; a vector counts as one column.
func rowsOf(n *Node) (rows, cols int) {
	switch s := n.Shape(); len(s) {
	case 1:
		return s[0], 1
	case 2:
		return s[0], s[1]
	}
	panic(errShape)
}

// withRows returns the shape of n with another number of rows.
func withRows(n *Node, rows int) []int {
	s := shapeOf(n)
	s[0] = rows
	return s
}

func matrixOf(n *Node) (rows, cols int) {
	if n.Dims() != 2 {
		panic(errShape)
	}
	return rowsOf(n)
}

func checkVector(n *Node, length int) {
	if n.Dims() != 1 || n.Shape()[0] != length {
		panic(errShape)
	}
}
