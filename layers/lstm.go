package layers

import (
	"fmt"

	"arbelos/graph"
)

// Levels orders the rows of a recurrence so that each level depends only on
// the one before it. Level k has the rows Start[k] to Start[k+1]-1, and row r
// of level k > 0, counted from the level's first, follows row Prev[k][r] of
// level k-1. Rows of level 0 follow the zero state.
//
// For a sequence the level is the position; for a stack it is the depth.
type Levels struct {
	Start []int
	Prev  [][]int
}

const errRows = "layers: as many rows as the levels have are needed"

// Rows returns the number of rows.
func (l Levels) Rows() int { return l.Start[len(l.Start)-1] }

// LSTM is one layer of LSTM: InWeight [4h, in], StateWeight [4h, h], Bias [4h],
// with the gates in the order input, forget, output, cell.
type LSTM struct{ InWeight, StateWeight, Bias *graph.Param }

// NewLSTM makes the parameters name.in, name.state and name.bias.
func NewLSTM(m *Maker, name string, in, width int) LSTM {
	return LSTM{
		InWeight:    m.Param(name+".in", 4*width, in),
		StateWeight: m.Param(name+".state", 4*width, width),
		Bias:        m.Param(name+".bias", 4*width),
	}
}

// Forward returns the states [n, h] of all rows, in the order of the levels,
// for the inputs x [n, in] in that order. The inputs of all rows are projected
// by one matrix product; only the recurrent product goes level by level.
func (l LSTM) Forward(c *Context, x *graph.Node, levels Levels) *graph.Node {
	if x.Shape()[0] != levels.Rows() {
		panic(errRows)
	}
	projected := l.project(c, x)
	if c.Ops == Fused {
		return graph.LSTMLevels(projected, c.Param(l.StateWeight), levels.Start, levels.Prev)
	}
	states := make([]*graph.Node, len(levels.Start)-1)
	for k := range states {
		pre := graph.Rows(projected, levels.Start[k], levels.Start[k+1])
		var prev *graph.Node
		if k > 0 {
			prev = graph.Gather(states[k-1], levels.Prev[k])
		}
		states[k] = l.cell(c, pre, prev)
	}
	return graph.Columns(graph.ConcatRows(states...), 0, l.width())
}

// Step returns the states [n, 2h], h and then c, that follow the states prev
// [n, 2h] on the inputs x [n, in]; a nil prev is the zero state.
func (l LSTM) Step(c *Context, x, prev *graph.Node) *graph.Node {
	return l.cell(c, l.project(c, x), prev)
}

func (l LSTM) width() int { return l.StateWeight.Value.Shape()[1] }

func (l LSTM) project(c *Context, x *graph.Node) *graph.Node {
	return Linear{l.InWeight, l.Bias}.Forward(c, x)
}

func (l LSTM) cell(c *Context, pre, prev *graph.Node) *graph.Node {
	h := l.width()
	if prev == nil {
		prev = graph.Zeros(c.Graph, c.Dtype, pre.Shape()[0], 2*h)
	} else {
		pre = graph.Add(pre, graph.MatMul(graph.Columns(prev, 0, h), c.Param(l.StateWeight), false, true))
	}
	return graph.LSTMCell(pre, prev)
}

// DeepLSTM is several layers of LSTM, with dropout between them.
type DeepLSTM []LSTM

// NewDeepLSTM makes the parameters of name.0, name.1 and so on.
func NewDeepLSTM(m *Maker, name string, in, width, layers int) DeepLSTM {
	d := make(DeepLSTM, layers)
	for i := range d {
		d[i] = NewLSTM(m, fmt.Sprintf("%s.%d", name, i), in, width)
		in = width
	}
	return d
}

// Forward returns the states [n, h] of the top layer.
func (d DeepLSTM) Forward(c *Context, x *graph.Node, levels Levels) *graph.Node {
	for i, l := range d {
		if i > 0 {
			x = c.Dropout(x)
		}
		x = l.Forward(c, x, levels)
	}
	return x
}

// Step returns the states of all layers that follow the states prev on the
// inputs x [n, in]; a nil prev is the zero state. The top h is Top's.
func (d DeepLSTM) Step(c *Context, x *graph.Node, prev []*graph.Node) []*graph.Node {
	if prev == nil {
		prev = make([]*graph.Node, len(d))
	}
	states := make([]*graph.Node, len(d))
	for i, l := range d {
		if i > 0 {
			x = c.Dropout(x)
		}
		states[i] = l.Step(c, x, prev[i])
		x = graph.Columns(states[i], 0, l.width())
	}
	return states
}

// Top returns the h [n, h] of the top layer of what Step gave.
func (d DeepLSTM) Top(states []*graph.Node) *graph.Node {
	last := len(d) - 1
	return graph.Columns(states[last], 0, d[last].width())
}
