package graph

import (
	"fmt"
	"slices"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// Float is the element type of every tensor that the ops of this package take.
type Float interface{ float32 | float64 }

// Node and Graph are Gorgonia's, under the names that this project uses.
type (
	Node  = gorgonia.Node
	Graph = gorgonia.ExprGraph
)

// Float32 and Float64 are the element types of a tensor.
var (
	Float32 = tensor.Float32
	Float64 = tensor.Float64
)

// Constants of the panics that a programmer's error raises.
const (
	errShape   = "graph: wrong shape"
	errDtype   = "graph: neither Float32 nor Float64, or mixed"
	errIndex   = "graph: index out of range"
	errGraph   = "graph: children of different graphs, or none"
	errInput   = "graph: not an input"
	errTwice   = "graph: differentiated twice"
	errNoValue = "graph: no run has kept a value of this node"
)

// New returns an empty graph.
func New() *Graph { return gorgonia.NewGraph() }

// Zero returns a tensor of zeros.
func Zero(dt tensor.Dtype, shape ...int) *tensor.Dense {
	n := tensor.Shape(shape).TotalSize()
	switch dt {
	case tensor.Float32:
		return dense(make([]float32, n), shape)
	case tensor.Float64:
		return dense(make([]float64, n), shape)
	}
	panic(errDtype)
}

// Float64s returns a copy of the elements of t (Float32 or Float64) in
// row-major order.
func Float64s(t *tensor.Dense) []float64 {
	switch t.Dtype() {
	case tensor.Float64:
		return slices.Clone(t.Float64s())
	case tensor.Float32:
		out := make([]float64, 0, t.DataSize())
		for _, v := range t.Float32s() {
			out = append(out, float64(v))
		}
		return out
	}
	panic(errDtype)
}

// FromFloat64s returns a tensor of the given type and shape with a copy of x
// as its elements.
func FromFloat64s(dt tensor.Dtype, x []float64, shape ...int) *tensor.Dense {
	if tensor.Shape(shape).TotalSize() != len(x) {
		panic(errShape)
	}
	t := Zero(dt, shape...)
	if dt == tensor.Float64 {
		copy(t.Float64s(), x)
		return t
	}
	dst := t.Float32s()
	for i, v := range x {
		dst[i] = float32(v)
	}
	return t
}

// ParseDtype reads the name of an element type as the command lines spell it.
func ParseDtype(s string) (tensor.Dtype, error) {
	switch s {
	case "float32":
		return tensor.Float32, nil
	case "float64":
		return tensor.Float64, nil
	}
	return tensor.Dtype{}, fmt.Errorf("graph: found element type %q, expected float32 or float64", s)
}

// dense returns a tensor over x, which it does not copy. The tensor package
// looks at the first element even where there is none, hence the capacity.
func dense[T Float](x []T, shape []int) *tensor.Dense {
	if cap(x) == 0 {
		x = make([]T, 0, 1)
	}
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(x))
}

// elements returns the slice beneath a value without copying it. Gorgonia
// hands over scalars as *F64 and *F32, and tensors of one element likewise.
func elements[T Float](v gorgonia.Value) []T {
	switch v := v.(type) {
	case *tensor.Dense:
		if v.RequiresIterator() {
			v = v.Materialize().(*tensor.Dense)
		}
		var x any
		switch v.Dtype() {
		case tensor.Float32:
			x = v.Float32s()
		case tensor.Float64:
			x = v.Float64s()
		}
		if x, ok := x.([]T); ok {
			return x
		}
	case *gorgonia.F64:
		return []T{T(*v)}
	case *gorgonia.F32:
		return []T{T(*v)}
	}
	panic(errDtype)
}
