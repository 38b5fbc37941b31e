package graph

import (
	"errors"
	"hash"
	"hash/fnv"
	"testing"

	"github.com/chewxy/hm"
	"github.com/google/go-cmp/cmp"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

var _ gorgonia.SDOp = (*Op)(nil)

// What an op says of itself must be enough for Gorgonia to apply it and to find
// the same type and shape.
func TestOpUnderGorgoniasInference(t *testing.T) {
	g := New()
	x := Input(g, "x", Zero(tensor.Float32, 2, 3))
	for name, n := range map[string]*Node{
		"matrix": MatMul(x, x, false, true), "vector": LogSumExp(x), "scalar": Sum(LogSumExp(x)), "three axes": Reshape(x, 1, 2, 3),
	} {
		op := *n.Op().(*Op)
		op.id = opID.Add(1)
		again, err := gorgonia.ApplyOp(&op, op.children...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again == n || !again.Type().Eq(n.Type()) || !again.Shape().Eq(n.Shape()) {
			t.Errorf("%s: found %v of %v, want a new node of %v, %v", name, again.Type(), again.Shape(), n.Type(), n.Shape())
		}
	}
}

func TestOpProperties(t *testing.T) {
	g := New()
	x, mask := Input(g, "x", Zero(tensor.Float64, 2)), Input(g, "mask", Zero(tensor.Float64, 2))
	for name, c := range map[string]struct {
		n    *Node
		wrt  []bool
		text string
	}{
		"all":  {Add(x, mask), []bool{true, true}, "add"},
		"some": {Dropout(x, mask), []bool{true, false}, "dropout"},
		"none": {Stop(x), []bool{false}, "stop"},
	} {
		op := c.n.Op().(*Op)
		if diff := cmp.Diff(c.wrt, op.DiffWRT(op.Arity())); diff != "" {
			t.Errorf("%s: DiffWRT (-want +got):\n%s", name, diff)
		}
		if op.String() != c.text || op.OverwritesInput() != -1 || !op.ReturnsPtr() || op.CallsExtern() {
			t.Errorf("%s: %v says that it overwrites %d, returns a pointer %t, calls out %t",
				name, op, op.OverwritesInput(), op.ReturnsPtr(), op.CallsExtern())
		}
	}
}

// Instances of one op have hashes of their own, in the op and in the node.
func TestOpHashes(t *testing.T) {
	x := vectors(New(), "x")[0]
	a, b := Scale(x, 2), Scale(x, 2)
	if a.Op().Hashcode() == b.Op().Hashcode() || a.Hashcode() == b.Hashcode() {
		t.Error("two instances have one hash")
	}
}

// foreignOp is an op of somebody else's, of one argument and a result like it.
type foreignOp struct {
	name string
	do   func(in gorgonia.Value) (gorgonia.Value, error)
}

func (foreignOp) Arity() int { return 1 }
func (foreignOp) Type() hm.Type {
	a := hm.TypeVariable('a')
	return hm.NewFnType(a, a)
}
func (foreignOp) InferShape(in ...gorgonia.DimSizer) (tensor.Shape, error) {
	return in[0].(tensor.Shape), nil
}
func (f foreignOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) { return f.do(in[0]) }
func (foreignOp) ReturnsPtr() bool                                  { return true }
func (foreignOp) CallsExtern() bool                                 { return false }
func (foreignOp) OverwritesInput() int                              { return 0 }
func (f foreignOp) WriteHash(h hash.Hash)                           { h.Write([]byte(f.name)) }
func (f foreignOp) Hashcode() uint32 {
	h := fnv.New32a()
	f.WriteHash(h)
	return h.Sum32()
}
func (f foreignOp) String() string { return f.name }

var errFailing = errors.New("no result")

var failing = foreignOp{"failing", func(gorgonia.Value) (gorgonia.Value, error) { return nil, errFailing }}
