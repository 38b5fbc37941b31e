package layers

import (
	"math/rand/v2"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/graph"
)

// Maker makes the parameters of a model, in the order in which they are asked
// for, from one generator.
type Maker struct {
	Rand  *rand.Rand
	Dtype tensor.Dtype
	Range float64 // every parameter is uniform on [-Range, Range)

	Params []*graph.Param
	group  string
}

// Group sets the group of the parameters made from now on.
func (m *Maker) Group(name string) { m.group = name }

// Param makes a parameter.
func (m *Maker) Param(name string, shape ...int) *graph.Param {
	p := &graph.Param{Name: name, Group: m.group, Value: graph.Uniform(m.Rand, m.Dtype, m.Range, shape...)}
	m.Params = append(m.Params, p)
	return p
}

// Constant makes a parameter whose elements all start from one value. Nothing is drawn
// for it.
func (m *Maker) Constant(name string, value float64, shape ...int) *graph.Param {
	start := slices.Repeat([]float64{value}, tensor.Shape(shape).TotalSize())
	p := &graph.Param{Name: name, Group: m.group, Value: graph.FromFloat64s(m.Dtype, start, shape...)}
	m.Params = append(m.Params, p)
	return p
}
