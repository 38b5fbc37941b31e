package graph

import (
	"fmt"
	"maps"
	"slices"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// Machine computes the nodes of a graph, each once, in the order in which they
// were made (children are always made before their parents). Unlike Gorgonia's
// TapeMachine it needs no compilation, which there takes time quadratic in the
// number of nodes, and the graph may grow between two runs: the inference
// network runs first, trees are sampled from what it gave, and the generative
// network and the gradients are then added to the same graph.
//
// Sums of gradients are computed in place where nobody else reads the first
// term: a scatter or a matrix product then adds to the buffer that is there,
// so that a weight used at twenty levels has one gradient buffer, not twenty.
type Machine struct{ runner }

type runner interface {
	run(outputs []*Node, last bool) error
	value(n *Node) *tensor.Dense
	close()
}

// NewMachine returns a machine for graphs whose nodes are all of type dt. Its
// memory comes from pool, which must not serve another machine at that time.
func NewMachine(dt tensor.Dtype, pool *Pool) *Machine {
	switch dt {
	case tensor.Float32:
		return &Machine{&machine[float32]{shelf: &pool.f32, kernel: func(k kernel) func([]float32, [][]float32) { return k.f32 }}}
	case tensor.Float64:
		return &Machine{&machine[float64]{shelf: &pool.f64, kernel: func(k kernel) func([]float64, [][]float64) { return k.f64 }}}
	}
	panic(errDtype)
}

// Run computes the outputs and all that they depend on, and keeps every value
// for later runs.
func (m *Machine) Run(outputs ...*Node) error { return m.run(outputs, false) }

// Finish computes the outputs as Run does, as the last run: all other values
// are given back as soon as nothing needs them.
func (m *Machine) Finish(outputs ...*Node) error { return m.run(outputs, true) }

// Value returns what a run computed for n, without copying it: it is valid
// until Close. It panics if n was not an output of a run.
func (m *Machine) Value(n *Node) *tensor.Dense { return m.value(n) }

// Scalar returns the value of a node of one element.
func (m *Machine) Scalar(n *Node) float64 {
	x := Float64s(m.value(n))
	if len(x) != 1 {
		panic(errShape)
	}
	return x[0]
}

// Close gives all memory back to the pool.
func (m *Machine) Close() { m.close() }

type machine[T Float] struct {
	shelf  *shelf[T]
	kernel func(kernel) func([]T, [][]T)
	slots  []slot[T] // by node id
	owned  []*storage[T]
}

// slot is the value of a node.
type slot[T Float] struct {
	data []T
	home *storage[T] // nil for inputs, whose memory is not the machine's
	uses int         // reads still to come in the last run
	done bool
}

// storage is a buffer and the reads of it, directly or through a view, that
// are still to come in the last run.
type storage[T Float] struct {
	buf  []T
	uses int
}

// step is one node to compute.
type step struct {
	node  *Node
	kids  []*Node
	reads []*Node // the kids, or those of a kid that is computed into the sum
	add   *Op     // the op of the second term, where it adds in place
	sum   bool
	skip  bool // computed into the sum that reads it
}

func (m *machine[T]) run(outputs []*Node, last bool) (err error) {
	steps := m.pending(outputs)
	if last {
		m.planSums(steps, outputs)
		m.countUses(steps, outputs)
	}
	for i := range steps {
		st := &steps[i]
		if st.skip {
			continue
		}
		if err := m.compute(st); err != nil {
			return err
		}
		m.slots[st.node.ID()].done = true
		if last {
			for _, c := range st.reads {
				m.used(c)
			}
		}
	}
	return nil
}

// pending returns the nodes that the outputs need and that have no value yet,
// children first.
func (m *machine[T]) pending(outputs []*Node) []step {
	need := map[int64]step{}
	var maxID int64
	stack := slices.Clone(outputs)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		id := n.ID()
		if _, ok := need[id]; ok || (id < int64(len(m.slots)) && m.slots[id].done) {
			continue
		}
		kids := childrenOf(n)
		need[id] = step{node: n, kids: kids, reads: kids}
		maxID = max(maxID, id)
		stack = append(stack, kids...)
	}
	for int64(len(m.slots)) <= maxID {
		m.slots = append(m.slots, slot[T]{})
	}
	steps := make([]step, 0, len(need))
	for _, id := range slices.Sorted(maps.Keys(need)) {
		steps = append(steps, need[id])
	}
	return steps
}

// planSums finds the sums whose second term nobody else reads and whose op can
// add to a buffer: the term is then never computed by itself.
func (m *machine[T]) planSums(steps []step, outputs []*Node) {
	readers := map[*Node]int{}
	at := map[*Node]int{}
	for i, st := range steps {
		at[st.node] = i
		for _, c := range st.kids {
			readers[c]++
		}
	}
	for _, n := range outputs {
		readers[n]++
	}
	for i := range steps {
		st := &steps[i]
		if st.sum = isAdd(st.node) && !st.node.IsScalar(); !st.sum {
			continue
		}
		term := st.kids[1]
		op, ours := term.Op().(*Op)
		j, isPending := at[term]
		if ours && isPending && readers[term] == 1 && m.kernel(op.add) != nil {
			steps[j].skip = true
			st.add = op
			st.reads = append([]*Node{st.kids[0]}, op.children...)
		}
	}
}

func (m *machine[T]) countUses(steps []step, outputs []*Node) {
	use := func(n *Node) {
		s := &m.slots[n.ID()]
		s.uses++
		if s.home != nil {
			s.home.uses++
		}
	}
	for _, st := range steps {
		if !st.skip {
			for _, c := range st.reads {
				use(c)
			}
		}
	}
	for _, n := range outputs {
		use(n)
	}
}

func (m *machine[T]) used(n *Node) {
	s := &m.slots[n.ID()]
	s.uses--
	if s.home == nil {
		return
	}
	if s.home.uses--; s.home.uses == 0 {
		m.shelf.put(s.home.buf)
		s.home.buf = nil
	}
	if s.uses == 0 {
		s.data = nil
	}
}

func (m *machine[T]) compute(st *step) error {
	n := st.node
	s := &m.slots[n.ID()]
	op, ours := n.Op().(*Op)
	switch {
	case n.Op() == nil || len(st.kids) == 0 && !ours: // an input or a constant of Gorgonia's
		if n.Value() == nil {
			return fmt.Errorf("graph: input %q has no value", n.Name())
		}
		s.data = elements[T](n.Value())
	case st.sum:
		m.computeSum(st)
	case !ours:
		return m.computeForeign(st)
	case op.view != nil:
		c := m.slots[st.kids[0].ID()]
		s.data, s.home = c.data[op.view.from:op.view.to], c.home
		if s.home != nil {
			s.home.uses += s.uses
		}
	default:
		m.alloc(n)
		m.kernel(op.run)(s.data, m.inputs(st.kids))
	}
	return nil
}

// computeSum adds the second term to the first, in the first one's buffer if
// this is the only read of it.
func (m *machine[T]) computeSum(st *step) {
	s := &m.slots[st.node.ID()]
	first := m.slots[st.kids[0].ID()]
	if h := first.home; h != nil && h.uses == 1 && len(h.buf) == len(first.data) {
		s.data, s.home = first.data, h
		h.uses += s.uses
	} else {
		m.alloc(st.node)
		copy(s.data, first.data)
	}
	if st.add != nil {
		m.kernel(st.add.add)(s.data, m.inputs(st.add.children))
		return
	}
	dst, term := s.data, m.slots[st.kids[1].ID()].data
	parallel(len(dst), grainFor(1), func(from, to int) {
		for i := from; i < to; i++ {
			dst[i] += term[i]
		}
	})
}

// computeForeign runs an op of Gorgonia's own, on copies of its inputs: some
// of those ops change them in place.
func (m *machine[T]) computeForeign(st *step) error {
	in := make([]gorgonia.Value, len(st.kids))
	for i, c := range st.kids {
		x := slices.Clone(m.slots[c.ID()].data)
		if c.IsScalar() {
			in[i] = scalar(x[0])
		} else {
			in[i] = dense(x, c.Shape())
		}
	}
	out, err := st.node.Op().Do(in...)
	if err != nil {
		return fmt.Errorf("graph: running %v: %w", st.node.Op(), err)
	}
	m.alloc(st.node)
	copy(m.slots[st.node.ID()].data, elements[T](out))
	return nil
}

func (m *machine[T]) inputs(kids []*Node) [][]T {
	in := make([][]T, len(kids))
	for i, c := range kids {
		in[i] = m.slots[c.ID()].data
	}
	return in
}

func (m *machine[T]) alloc(n *Node) {
	s := &m.slots[n.ID()]
	h := &storage[T]{buf: m.shelf.get(n.Shape().TotalSize()), uses: s.uses}
	m.owned = append(m.owned, h)
	s.data, s.home = h.buf, h
}

func (m *machine[T]) value(n *Node) *tensor.Dense {
	if n.ID() >= int64(len(m.slots)) || !m.slots[n.ID()].done || m.slots[n.ID()].data == nil {
		panic(errNoValue)
	}
	shape := n.Shape()
	if len(shape) == 0 {
		shape = tensor.Shape{1}
	}
	return dense(m.slots[n.ID()].data, shape)
}

func (m *machine[T]) close() {
	for _, h := range m.owned {
		m.shelf.put(h.buf)
	}
	m.owned, m.slots = nil, nil
}

func scalar[T Float](x T) gorgonia.Value {
	switch x := any(x).(type) {
	case float32:
		return gorgonia.NewF32(x)
	case float64:
		return gorgonia.NewF64(x)
	}
	panic(errDtype)
}
