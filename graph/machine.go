package graph

import (
	"fmt"
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

// Run computes the outputs and all that they depend on, and keeps the values
// for later runs. A nil output, a gradient that Grad did not find, is left out.
func (m *Machine) Run(outputs ...*Node) error { return m.run(present(outputs), false) }

// Finish computes the outputs as Run does, to the same bits, and gives every
// other value that it reads back as soon as nothing needs it. What is given
// back, and asked for again, is computed again.
func (m *Machine) Finish(outputs ...*Node) error { return m.run(present(outputs), true) }

func present(nodes []*Node) []*Node {
	return slices.DeleteFunc(slices.Clone(nodes), func(n *Node) bool { return n == nil })
}

// Value returns what the last run computed for its output n, without copying
// it: it is valid until the next Finish, or Close. It panics if no value of n
// is kept.
func (m *Machine) Value(n *Node) *tensor.Dense { return m.value(n) }

// Values returns the Value of each node, and nil for a nil one: of what Grad returned,
// the gradients as an optimiser takes them.
func (m *Machine) Values(nodes []*Node) []*tensor.Dense {
	values := make([]*tensor.Dense, len(nodes))
	for i, n := range nodes {
		if n != nil {
			values[i] = m.value(n)
		}
	}
	return values
}

// Scalar returns the value of a node of one element.
func (m *Machine) Scalar(n *Node) float64 {
	x := Float64s(m.value(n))
	if len(x) != 1 {
		panic(errShape)
	}
	return x[0]
}

// Close gives all memory back to the pool and forgets all values.
func (m *Machine) Close() { m.close() }

type machine[T Float] struct {
	shelf   *shelf[T]
	kernel  func(kernel) func([]T, [][]T)
	slots   []slot[T] // by node id
	owned   []*storage[T]
	last    bool  // the run gives back what it has read
	scratch [][]T // for the arguments of a kernel
}

// slot is what the machine knows of a node.
type slot[T Float] struct {
	data []T
	home *storage[T] // where data lies; nil for inputs, whose memory is not the machine's
	uses int         // reads still to come in this run; being an output counts as one
	done bool        // data is the value, if home is not gone
}

// storage is a buffer and the reads of it, directly or through a view, that
// are still to come in this run.
type storage[T Float] struct {
	buf  []T
	uses int
	gone bool // given back or added to: what nobody read in that run is lost
}

// has says whether the value is there.
func (s *slot[T]) has() bool { return s.done && (s.home == nil || !s.home.gone) }

func (m *machine[T]) run(outputs []*Node, last bool) error {
	m.last = last
	steps := m.plan(outputs)
	for i := range steps {
		st, s := &steps[i], &m.slots[i]
		if st.node == nil || st.fused {
			continue
		}
		if err := m.compute(st, s); err != nil {
			return err
		}
		s.done = true
		if last {
			for _, c := range st.reads {
				m.used(c)
			}
		}
	}
	return nil
}

func (m *machine[T]) compute(st *step, s *slot[T]) error {
	switch {
	case st.sum:
		m.computeSum(st, s)
	case st.op == nil && len(st.kids) > 0:
		return m.computeForeign(st, s)
	case st.op == nil: // an input, or a constant of Gorgonia's
		if st.node.Value() == nil {
			return fmt.Errorf("graph: input %q has no value", st.node.Name())
		}
		s.data = elements[T](st.node.Value())
	case st.op.view != nil:
		c := m.slots[st.kids[0].ID()]
		s.data, s.home = c.data[st.op.view.from:st.op.view.to], c.home
		if s.home != nil {
			s.home.uses += s.uses
		}
	default:
		m.alloc(s, st.op.size())
		in := m.inputs(st.kids)
		for _, n := range st.op.scratch {
			in = append(in, m.shelf.get(n))
		}
		m.kernel(st.op.run)(s.data, in)
		for _, buf := range in[len(st.kids):] {
			m.shelf.put(buf)
		}
	}
	return nil
}

// computeSum adds the second term to the first, in the first one's buffer if
// this is the only read of it still to come, or if it is AddTo's.
func (m *machine[T]) computeSum(st *step, s *slot[T]) {
	first := m.slots[st.kids[0].ID()]
	if h := first.home; st.op != nil && st.op.inPlace {
		s.data = first.data
	} else if m.last && h != nil && h.uses == 1 {
		m.adopt(s, h.buf)
		s.data = first.data // maybe a window
		h.buf = nil         // and gone when this read is counted
	} else {
		m.alloc(s, len(first.data))
		copy(s.data, first.data)
	}
	if st.add != nil {
		m.kernel(st.add.add)(s.data, m.inputs(st.reads[1:]))
		return
	}
	dst, term := s.data, m.slots[st.kids[1].ID()].data
	parallel(len(dst), grainFor(1), func(from, to int) {
		for i := from; i < to; i++ {
			dst[i] += term[i]
		}
	})
}

// computeForeign runs an op of Gorgonia's own, on copies of its inputs: an op
// may overwrite them.
func (m *machine[T]) computeForeign(st *step, s *slot[T]) error {
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
	x := elements[T](out)
	if want := st.node.Shape(); want.TotalSize() != len(x) {
		return fmt.Errorf("graph: running %v: found a result of shape %v, expected %v", st.node.Op(), out.Shape(), want)
	}
	m.alloc(s, len(x))
	copy(s.data, x)
	return nil
}

// used takes note of one read of n, and gives back what nobody reads any more.
func (m *machine[T]) used(n *Node) {
	s := &m.slots[n.ID()]
	s.uses--
	if h := s.home; h != nil {
		if h.uses--; h.uses == 0 {
			m.shelf.put(h.buf)
			h.buf, h.gone = nil, true
		}
	}
	if s.uses == 0 {
		s.data, s.home, s.done = nil, nil, false
	}
}

func (m *machine[T]) inputs(kids []*Node) [][]T {
	m.scratch = m.scratch[:0]
	for _, c := range kids {
		m.scratch = append(m.scratch, m.slots[c.ID()].data)
	}
	return m.scratch
}

func (m *machine[T]) alloc(s *slot[T], size int) { m.adopt(s, m.shelf.get(size)) }

func (m *machine[T]) adopt(s *slot[T], buf []T) {
	s.data, s.home = buf, &storage[T]{buf: buf, uses: s.uses}
	m.owned = append(m.owned, s.home)
}

func (m *machine[T]) value(n *Node) *tensor.Dense {
	if n.ID() >= int64(len(m.slots)) || !m.slots[n.ID()].has() {
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
