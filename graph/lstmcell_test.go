package graph

import (
	"fmt"
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func TestLSTMCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, h := size(t, "n", 0, 3), size(t, "h", 0, 3)
		opCheck{
			func(in []*Node) *Node { return LSTMCell(in[0], in[1]) },
			func(in [][]float64) []float64 {
				at := func(x []float64, row, part, parts, j int) float64 { return x[(row*parts+part)*h+j] }
				out := make([]float64, 2*n*h)
				for r := range n {
					for j := range h {
						i, f := logistic(at(in[0], r, 0, 4, j)), logistic(at(in[0], r, 1, 4, j))
						o, g := logistic(at(in[0], r, 2, 4, j)), math.Tanh(at(in[0], r, 3, 4, j))
						c := f*at(in[1], r, 1, 2, j) + i*g
						out[2*r*h+j] = o * math.Tanh(c)
						out[2*r*h+h+j] = c
					}
				}
				return out
			},
		}.on(t, draw(t, n, 4*h), draw(t, n, 2*h))
	})
}

// Three steps with one weight matrix: the gradients of the weights add up over
// the steps, those of the states go back through all of them.
func TestLSTMCellRecurrence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, h := size(t, "n", 1, 3), size(t, "h", 1, 2)
		opCheck{build: func(in []*Node) *Node {
			state := in[1]
			for range 3 {
				state = LSTMCell(Add(in[0], MatMul(Columns(state, 0, h), in[2], false, true)), state)
			}
			return state
		}}.on(t, draw(t, n, 4*h), draw(t, n, 2*h), draw(t, 4*h, h))
	})
}

// Saturated gates: open keeps the cell to the bit, closed forgets it.
func TestLSTMCellSaturated(t *testing.T) {
	g := New()
	pre := Input(g, "pre", FromFloat64s(tensor.Float64, []float64{-1e4, 1e4, 1e4, 5, 1e4, -1e4, 1e4, 1e4}, 2, 4))
	prev := Input(g, "prev", FromFloat64s(tensor.Float64, []float64{9, .25, 9, .25}, 2, 2))
	state := LSTMCell(pre, prev)
	got := finish(t, NewPool(), state, mustGrad(t, weighted(state, weight), pre)[0])
	requireClose(t, "state", got[0], []float64{math.Tanh(.25), .25, math.Tanh(1), 1}, 1e-15, 0)
	for i, d := range got[1] {
		if math.IsNaN(d) || math.IsInf(d, 0) {
			t.Errorf("gradient %d is %v", i, d)
		}
	}
}

func TestLSTMCellPanics(t *testing.T) {
	g := New()
	pre, prev := Zeros(g, tensor.Float64, 2, 8), Zeros(g, tensor.Float64, 2, 4)
	mustPanic(t, "gates that are not four", errShape, func() { LSTMCell(Zeros(g, tensor.Float64, 2, 6), prev) })
	mustPanic(t, "state of another width", errShape, func() { LSTMCell(pre, Zeros(g, tensor.Float64, 2, 2)) })
	mustPanic(t, "state of other rows", errShape, func() { LSTMCell(pre, Zeros(g, tensor.Float64, 3, 4)) })
	mustPanic(t, "a vector", errShape, func() { LSTMCell(Zeros(g, tensor.Float64, 8), prev) })
}

func BenchmarkLSTMCell(b *testing.B) {
	benchmarkCell(b, 4, 2, LSTMCell)
}

// benchmarkCell measures a cell of the given numbers of pre-activations and
// state elements a unit.
func benchmarkCell(b *testing.B, gates, states int, cell func(pre, state *Node) *Node) {
	const rows, h = 128, 256
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		r, g := Rand(1, "benchmark"), New()
		pre := Input(g, "pre", Uniform(r, dt, 2, rows, gates*h))
		state := cell(pre, Input(g, "state", Uniform(r, dt, 1, rows, states*h)))
		b.Run(fmt.Sprintf("%v/%dx%d/value", dt, rows, h), func(b *testing.B) {
			benchmarkNode(b, state)
			reportPerElement(b, 2*rows*h)
		})
		b.Run(fmt.Sprintf("%v/%dx%d/gradient", dt, rows, h), func(b *testing.B) { benchmarkGrad(b, state, pre) })
	}
}
