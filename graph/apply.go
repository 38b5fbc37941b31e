package graph

import (
	"fmt"
	"slices"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// errMerged is raised where Gorgonia took two nodes for one.
const errMerged = "graph: a new node was taken for an old one of equal hash"

// apply adds the op that s describes to its children's graph. The type is
// known, so Gorgonia's inference is left out. A node that comes back must be
// new and have the children asked for: Gorgonia merges nodes by a 32-bit hash,
// silently; the instance id makes the next try a different hash.
func apply(s spec, children ...*Node) *Node {
	g, dt := children[0].Graph(), children[0].Dtype()
	if dt != tensor.Float32 && dt != tensor.Float64 {
		panic(errDtype)
	}
	for _, c := range children {
		if c.Graph() != g || g == nil {
			panic(errGraph)
		}
		if c.Dtype() != dt {
			panic(errDtype)
		}
	}
	for range 8 {
		op := &Op{spec: s, id: opID.Add(1), dtype: dt, children: children}
		n := gorgonia.NewUniqueNode(
			gorgonia.WithType(nodeType(dt, s.shape)),
			gorgonia.WithOp(op),
			gorgonia.WithChildren(slices.Clone(children)),
			gorgonia.In(g),
			gorgonia.WithShape(s.shape...),
		)
		if got, ok := n.Op().(*Op); ok && got == op {
			return n
		}
	}
	panic(errMerged)
}

// Input adds a leaf with a value to g. It panics where g has an input of the
// same name, type and shape: Gorgonia would take the two for one node.
func Input(g *Graph, name string, value *tensor.Dense) *Node {
	before := len(g.AllNodes())
	n := gorgonia.NewTensor(g, value.Dtype(), value.Dims(),
		gorgonia.WithShape(value.Shape()...), gorgonia.WithName(name), gorgonia.WithValue(value))
	if len(g.AllNodes()) == before {
		panic(fmt.Sprintf("graph: input name %q used twice", name))
	}
	return n
}

// childrenOf returns the children of any node, ours or Gorgonia's.
func childrenOf(n *Node) []*Node {
	if op, ok := n.Op().(*Op); ok {
		return op.children
	}
	it := n.Graph().From(n.ID())
	if it == nil {
		return nil
	}
	var kids []*Node
	for it.Next() {
		kids = append(kids, it.Node().(*Node))
	}
	return kids
}
