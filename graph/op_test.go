package graph

import (
	"errors"
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// failing is an op of somebody else's that cannot be computed.
type failing struct{}

var errFailing = errors.New("no result")

func (failing) Arity() int { return 1 }
func (failing) Type() hm.Type {
	a := hm.TypeVariable('a')
	return hm.NewFnType(a, a)
}
func (failing) InferShape(in ...gorgonia.DimSizer) (tensor.Shape, error) {
	return in[0].(tensor.Shape), nil
}
func (failing) Do(...gorgonia.Value) (gorgonia.Value, error) { return nil, errFailing }
func (failing) ReturnsPtr() bool                             { return true }
func (failing) CallsExtern() bool                            { return false }
func (failing) OverwritesInput() int                         { return -1 }
func (failing) WriteHash(h hash.Hash)                        { h.Write([]byte("failing")) }
func (f failing) Hashcode() uint32 {
	h := fnv.New32a()
	f.WriteHash(h)
	return h.Sum32()
}
func (failing) String() string { return "failing" }
