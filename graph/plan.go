package graph

// step is how a run computes a node.
type step struct {
	node  *Node   // nil where nothing is to be computed
	op    *Op     // nil for inputs, constants and ops of Gorgonia's own
	kids  []*Node // the children
	reads []*Node // whose values are read: the kids, or for a fused sum the first term and the kids of the second
	sum   bool    // Gorgonia's addition of equal shapes, as gorgonia.Grad makes it, or AddTo
	add   *Op     // in a fused sum: the op of the second term, which adds to the first
	fused bool    // never computed by itself: the sum that reads it adds it in
}

// plan returns the steps that the outputs need, by node id: ids grow in the
// order of making, which has children first. It counts the reads of every value
// in this run.
func (m *machine[T]) plan(outputs []*Node) []step {
	if len(outputs) == 0 {
		return nil
	}
	m.prepareSlots(outputs[0].Graph())
	steps := make([]step, len(m.slots))
	var stack []*Node
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
		st := &steps[n.ID()]
		if st.node != nil || m.slots[n.ID()].has() {
			continue
		}
		kids := childrenOf(n)
		op, _ := n.Op().(*Op)
		*st = step{node: n, op: op, kids: kids, reads: kids}
		read(kids)
	}
	m.fuseSums(steps)
	return steps
}

// fuseSums finds the sums whose second term nobody else reads and whose op can
// add to a buffer: the term is then never computed by itself.
func (m *machine[T]) fuseSums(steps []step) {
	for i := range steps {
		st := &steps[i]
		if st.op != nil {
			st.sum = st.op.inPlace
		} else {
			st.sum = len(st.kids) == 2 && isAdd(st.node, st.kids)
		}
		if !st.sum {
			continue
		}
		id := st.kids[1].ID()
		if term := &steps[id]; term.op != nil && m.slots[id].uses == 1 && m.kernel(term.op.add) != nil {
			term.fused = true
			st.add = term.op
			st.reads = append([]*Node{st.kids[0]}, term.kids...)
		}
	}
}

// prepareSlots forgets what the run before has counted, and makes room for the
// nodes that the graph has got since.
func (m *machine[T]) prepareSlots(g *Graph) {
	for i := range m.slots {
		s := &m.slots[i]
		s.uses = 0
		if s.home != nil {
			s.home.uses = 0
		}
	}
	all := g.AllNodes()
	if last := int(all[len(all)-1].ID()); last >= len(m.slots) {
		m.slots = append(m.slots, make([]slot[T], last+1-len(m.slots))...)
	}
}

// countRead counts one read of n.
func (m *machine[T]) countRead(n *Node) {
	s := &m.slots[n.ID()]
	s.uses++
	if s.home != nil {
		s.home.uses++
	}
}
