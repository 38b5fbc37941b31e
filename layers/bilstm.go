package layers

import (
	"cmp"
	"slices"

	"arbelos/graph"
)

const errLengths = "layers: lengths must fall"

// BiLSTM reads sentences of mixed lengths in both directions.
type BiLSTM struct{ Ahead, Back LSTM }

// NewBiLSTM makes the parameters of name.forward and name.backward.
func NewBiLSTM(m *Maker, name string, in, width int) BiLSTM {
	return BiLSTM{NewLSTM(m, name+".forward", in, width), NewLSTM(m, name+".backward", in, width)}
}

// Forward returns the states [n, h] of both directions for x [n, in], whose
// rows are the sentences one after the other, longest first; lengths are
// theirs. The states come in the rows' order. There is no padding: a level has
// a row for each sentence that is long enough, and the backward direction
// starts every sentence at its own end.
func (l BiLSTM) Forward(c *Context, x *graph.Node, lengths []int) (ahead, back *graph.Node) {
	levels, order := sequenceLevels(lengths, false)
	if x.Shape()[0] != levels.Rows() {
		panic(errRows)
	}
	ahead = graph.Gather(l.Ahead.Forward(c, graph.Gather(x, order), levels), inverse(order))
	levels, order = sequenceLevels(lengths, true)
	back = graph.Gather(l.Back.Forward(c, graph.Gather(x, order), levels), inverse(order))
	return ahead, back
}

// sequenceLevels returns the levels of sequences of the given falling lengths,
// and for each row in level order its place in sequence order.
func sequenceLevels(lengths []int, backward bool) (Levels, []int) {
	if !slices.IsSortedFunc(lengths, func(a, b int) int { return cmp.Compare(b, a) }) {
		panic(errLengths)
	}
	var levels Levels
	var order []int
	for t := 0; len(lengths) > 0 && t < lengths[0]; t++ {
		levels.Start = append(levels.Start, len(order))
		var prev []int
		first := 0
		for b, n := range lengths {
			if n <= t {
				break
			}
			at := t
			if backward {
				at = n - 1 - t
			}
			order = append(order, first+at)
			prev = append(prev, b)
			first += n
		}
		levels.Prev = append(levels.Prev, prev)
	}
	levels.Start = append(levels.Start, len(order))
	return levels, order
}

func inverse(order []int) []int {
	inv := make([]int, len(order))
	for i, at := range order {
		inv[at] = i
	}
	return inv
}
