package graph

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"sync/atomic"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// spec is what an op of this package is made of. The constructor of an op
// checks its children's shapes, fills in a spec and hands it to apply.
type spec struct {
	name  string
	shape []int // of the result; empty for a scalar
	run   kernel
	add   kernel // optional: adds the result to dst instead of overwriting it
	view  *window
	// inPlace says that the machine has the result in the memory of the first child,
	// an input, to which it adds the second.
	inPlace bool
	// scratch holds the sizes of the buffers that run needs beside its result.
	scratch []int
	// grad returns one gradient for each child, nil for those it has none in.
	// It is nil where the op has no gradient at all.
	grad func(in []*Node, out, grad *Node) []*Node
	wrt  []bool // which children have a gradient; nil with grad: all of them
}

// kernel computes an op for either element type. It must write every element
// of dst (or, in spec.add, add to it) and must not keep its arguments. in holds the
// children's elements and then, for run, the buffers that spec.scratch asks for, in
// which anything may stand.
type kernel struct {
	f32 func(dst []float32, in [][]float32)
	f64 func(dst []float64, in [][]float64)
}

// window says that a result is a run of its first child's elements, which the
// Machine then need not copy.
type window struct{ from, to int }

// Op is an op of this package: a gorgonia.Op and gorgonia.SDOp. Its instance
// id goes into the hash, because Gorgonia takes nodes of equal hash for one.
type Op struct {
	spec
	id       uint64
	dtype    tensor.Dtype
	children []*Node
	partials []*Node // what SymDiff gave back, for the check in Grad
}

var opID atomic.Uint64

// Arity returns the number of children.
func (o *Op) Arity() int { return len(o.children) }

// Type returns the type of the op for Gorgonia's inference.
func (o *Op) Type() hm.Type {
	ts := make([]hm.Type, 0, len(o.children)+1)
	for _, c := range o.children {
		ts = append(ts, c.Type())
	}
	return hm.NewFnType(append(ts, nodeType(o.dtype, o.shape))...)
}

// InferShape returns the shape of the result, which is fixed when the op is
// made.
func (o *Op) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) { return o.shape, nil }

// Do computes the op into new memory.
func (o *Op) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	if o.dtype == tensor.Float32 {
		x := do(o, o.run.f32, in)
		if len(o.shape) == 0 {
			return gorgonia.NewF32(x[0]), nil
		}
		return dense(x, o.shape), nil
	}
	x := do(o, o.run.f64, in)
	if len(o.shape) == 0 {
		return gorgonia.NewF64(x[0]), nil
	}
	return dense(x, o.shape), nil
}

func do[T Float](o *Op, run func([]T, [][]T), in []gorgonia.Value) []T {
	xs := make([][]T, len(in), len(in)+len(o.scratch))
	for i, v := range in {
		xs[i] = elements[T](v)
	}
	for _, n := range o.scratch {
		xs = append(xs, make([]T, n))
	}
	dst := make([]T, o.size())
	if o.view != nil {
		copy(dst, xs[0][o.view.from:o.view.to])
	} else {
		run(dst, xs)
	}
	return dst
}

// ReturnsPtr says that the result is new memory, not an alias of a child.
func (o *Op) ReturnsPtr() bool { return true }

// CallsExtern says that no foreign code runs.
func (o *Op) CallsExtern() bool { return false }

// OverwritesInput says that no child is overwritten.
func (o *Op) OverwritesInput() int { return -1 }

// WriteHash writes the name and the instance id.
func (o *Op) WriteHash(h hash.Hash) {
	h.Write(binary.LittleEndian.AppendUint64([]byte(o.name), o.id))
}

// Hashcode returns the hash of WriteHash.
func (o *Op) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}

func (o *Op) String() string { return o.name }

// DiffWRT says in which children the op has a gradient.
func (o *Op) DiffWRT(n int) []bool {
	wrt := make([]bool, n)
	if o.grad == nil {
		return wrt
	}
	for i := range wrt {
		wrt[i] = o.wrt == nil || o.wrt[i]
	}
	return wrt
}

// SymDiff returns the nodes of the gradient in each child.
func (o *Op) SymDiff(in gorgonia.Nodes, out, grad *Node) (gorgonia.Nodes, error) {
	o.partials = o.grad(in, out, grad)
	return o.partials, nil
}

func (o *Op) size() int { return tensor.Shape(o.shape).TotalSize() }

func nodeType(dt tensor.Dtype, shape []int) hm.Type {
	if len(shape) == 0 {
		return dt
	}
	return gorgonia.TensorType{Dims: len(shape), Of: dt}
}
