package graph

// step is one node to compute in a run.
type step struct {
	node  *Node
	op    *Op     // nil for inputs, constants and ops of Gorgonia's own
	kids  []*Node // the children
	reads []*Node // whose values are read: the kids, or for a fused sum the first term and the kids of the second
	sum   bool    // Gorgonia's addition of equal shapes, as gorgonia.Grad makes it
	add   *Op     // in a fused sum: the op of the second term, which adds to the first
	fused bool    // never computed by itself: the sum that reads it adds it in
}

// plan returns the steps that the outputs need, children first, and counts the
// reads of every value in this run.
func (m *machine[T]) plan(outputs []*Node) []step {
	m.forgetCounts()
	var found []step
	stack := make([]*Node, 0, 64)
	read := func(nodes []*Node) {
		for _, n := range nodes {
			m.countRead(n)
		}
		stack = append(stack, nodes...)
	}
	read(outputs)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		s := &m.slots[n.ID()]
		if s.has() || s.pending {
			continue
		}
		kids := childrenOf(n)
		op, _ := n.Op().(*Op)
		s.pending, s.step = true, len(found)
		found = append(found, step{node: n, op: op, kids: kids, reads: kids})
		read(kids)
	}
	steps := make([]step, 0, len(found))
	for id := range m.slots { // ids grow in the order of making
		if s := &m.slots[id]; s.pending {
			steps = append(steps, found[s.step])
			s.step = len(steps) - 1
		}
	}
	m.fuseSums(steps)
	return steps
}

// fuseSums finds the sums whose second term nobody else reads and whose op can
// add to a buffer: the term is then never computed by itself.
func (m *machine[T]) fuseSums(steps []step) {
	for i := range steps {
		st := &steps[i]
		if st.op != nil || len(st.kids) != 2 || !isAdd(st.node, st.kids) {
			continue
		}
		st.sum = true
		term := st.kids[1]
		op, ours := term.Op().(*Op)
		s := &m.slots[term.ID()]
		if ours && s.pending && s.uses == 1 && m.kernel(op.add) != nil {
			steps[s.step].fused = true
			st.add = op
			st.reads = append([]*Node{st.kids[0]}, op.children...)
		}
	}
}

// countRead counts one read of n, making room for it.
func (m *machine[T]) countRead(n *Node) {
	for int64(len(m.slots)) <= n.ID() {
		m.slots = append(m.slots, slot[T]{})
	}
	s := &m.slots[n.ID()]
	s.uses++
	if s.has() && s.home != nil {
		s.home.uses++
	}
}

// forgetCounts undoes what the run before has counted.
func (m *machine[T]) forgetCounts() {
	for i := range m.slots {
		s := &m.slots[i]
		s.uses, s.pending = 0, false
		if s.home != nil {
			s.home.uses = 0
		}
	}
}
