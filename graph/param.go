package graph

import "gorgonia.org/tensor"

// Param is a trainable tensor with a name that no other parameter of its
// model has. Value is Float32 or Float64, contiguous and row-major; training
// updates it in place, so that every graph which binds it sees the update.
type Param struct {
	Name  string
	Group string // the optimiser and the clipping norm it belongs to
	Value *tensor.Dense
}
