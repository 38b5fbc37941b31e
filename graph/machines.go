package graph

import "gorgonia.org/tensor"

// Machines are a machine after the other for the steps of one model, all with the
// memory of one pool: that of a step is the next one's.
type Machines struct {
	dtype tensor.Dtype
	pool  *Pool
	last  *Machine // of the step whose values are still in use
}

// NewMachines returns machines for graphs whose nodes are all of type dt.
func NewMachines(dt tensor.Dtype) *Machines { return &Machines{dtype: dt, pool: NewPool()} }

// Next returns a machine for the next step, taking back the memory of the last one.
func (m *Machines) Next() *Machine {
	m.Release()
	m.last = NewMachine(m.dtype, m.pool)
	return m.last
}

// Release takes back the memory of the last step: its values, gradients too, are no
// more to be used.
func (m *Machines) Release() {
	if m.last != nil {
		m.last.Close()
		m.last = nil
	}
}
