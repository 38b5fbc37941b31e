package layers

import (
	"math/rand/v2"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

// drawLevels draws the levels of any recurrence: rows that follow the same row,
// rows that nothing follows, levels wider than the one before.
func drawLevels(t *rapid.T) Levels {
	levels := Levels{Start: []int{0}}
	below := 0
	for range rapid.IntRange(1, 4).Draw(t, "levels") {
		n := rapid.IntRange(1, 4).Draw(t, "rows")
		prev := make([]int, n)
		if below > 0 {
			prev = rapid.SliceOfN(rapid.IntRange(0, below-1), n, n).Draw(t, "prev")
		}
		levels.Prev = append(levels.Prev, prev)
		levels.Start = append(levels.Start, levels.Rows()+n)
		below = n
	}
	return levels
}

// naiveLevels returns the top layer's h of every row, following each row back
// to the first level on its own.
func naiveLevels(d DeepLSTM, xs [][]float64, levels Levels) [][]float64 {
	path := func(level, row int) (inputs [][]float64) {
		for ; level >= 0; level-- {
			inputs = append([][]float64{xs[levels.Start[level]+row]}, inputs...)
			row = levels.Prev[level][row]
		}
		return inputs
	}
	var out [][]float64
	for level, prev := range levels.Prev {
		for row := range prev {
			sequence := path(level, row)
			for _, l := range d {
				sequence = naiveSequence(l, sequence)
			}
			out = append(out, sequence[level])
		}
	}
	return out
}

func deepSubject(r *rand.Rand, in, width, layers int, levels Levels) (DeepLSTM, subject) {
	m := newMaker(r)
	d := NewDeepLSTM(m, "stack", in, width, layers)
	return d, subject{
		params: m.Params, inputs: []*tensor.Dense{random(r, levels.Rows(), in)},
		build: func(c *Context, in []*graph.Node) *graph.Node { return d.Forward(c, in[0], levels) },
	}
}

func TestDeepLSTM(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := drawLevels(t)
		dim := rapid.IntRange(1, 3)
		in, width, layers := dim.Draw(t, "in"), dim.Draw(t, "width"), dim.Draw(t, "layers")
		r := drawRand(t)
		d, s := deepSubject(r, in, width, layers, levels)
		got, _ := s.run(t)
		near(t, "states", got, flat(naiveLevels(d, rows(s.inputs[0].Float64s(), in), levels)), 1e-12)
		s.dropout = rapid.SampledFrom([]float64{0, 0.4}).Draw(t, "dropout")
		s.checkDirections(t, r)
	})
}

func TestDeepLSTMEveryElement(t *testing.T) {
	_, s := deepSubject(graph.Rand(1, "test"), 3, 2, 2, Levels{
		Start: []int{0, 2, 5, 6},
		Prev:  [][]int{{0, 0}, {1, 0, 1}, {2}},
	})
	s.dropout = 0.4
	s.checkEveryElement(t)
}

// Dropout is between the layers: one layer has none, and with several the
// inputs of the first are all there.
func TestDeepLSTMDropout(t *testing.T) {
	levels := Levels{Start: []int{0, 8}, Prev: [][]int{make([]int, 8)}}
	for layers, changes := range map[int]bool{1: false, 2: true} {
		_, s := deepSubject(graph.Rand(2, "test"), 3, 4, layers, levels)
		without, _ := s.run(t)
		s.dropout = 0.5
		with, _ := s.run(t)
		var changed bool
		for i := range with {
			changed = changed || with[i] != without[i]
		}
		if changed != changes {
			t.Errorf("%d layers: dropout changes the states: %v, want %v", layers, changed, changes)
		}
	}
}

// Steps give the same states as the levels of a sequence, with the same
// gradients.
func TestDeepLSTMStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 3)
		in, width, layers := dim.Draw(t, "in"), dim.Draw(t, "width"), dim.Draw(t, "layers")
		batch, length := dim.Draw(t, "batch"), dim.Draw(t, "length")
		levels := Levels{Start: []int{0}}
		for range length {
			prev := make([]int, batch)
			for b := range prev {
				prev[b] = b
			}
			levels.Prev = append(levels.Prev, prev)
			levels.Start = append(levels.Start, levels.Rows()+batch)
		}
		d, s := deepSubject(drawRand(t), in, width, layers, levels)
		want, wantGradients := s.run(t)
		s.build = func(c *Context, in []*graph.Node) *graph.Node {
			var states, tops []*graph.Node
			for k := range length {
				states = d.Step(c, graph.Rows(in[0], k*batch, (k+1)*batch), states)
				tops = append(tops, d.Top(states))
			}
			return graph.ConcatRows(tops...)
		}
		got, gradients := s.run(t)
		near(t, "states", got, want, 1e-12)
		for i := range gradients {
			near(t, "gradients", gradients[i], wantGradients[i], 1e-12)
		}
	})
}

func TestLSTMRows(t *testing.T) {
	_, s := deepSubject(graph.Rand(1, "test"), 3, 2, 1, Levels{Start: []int{0, 2}, Prev: [][]int{{0, 0}}})
	s.inputs[0] = graph.Zero(graph.Float64, 3, 3)
	mustPanic(t, errRows, func() { s.run(t) })
}
