package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// interval draws 0 <= from <= to <= n.
func interval(t *rapid.T, n int) (from, to int) {
	from = size(t, "from", 0, n)
	return from, size(t, "to", from, n)
}

func TestRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 5), size(t, "m", 0, 4)
		from, to := interval(t, n)
		opCheck{
			func(in []*Node) *Node { return Rows(in[0], from, to) },
			func(in [][]float64) []float64 { return in[0][from*m : to*m] },
		}.on(t, draw(t, n, m))
	})
}

// Windows on windows, that overlap: the gradients of the parts add up.
func TestRowsOfRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := size(t, "n", 3, 6)
		opCheck{
			func(in []*Node) *Node {
				top, bottom := Rows(in[0], 0, n-1), Rows(in[0], 1, n)
				return Mul(Rows(top, 1, n-1), Add(Rows(bottom, 1, n-1), Rows(top, 0, n-2)))
			},
			func(in [][]float64) []float64 {
				out := make([]float64, n-2)
				for i := range out {
					out[i] = in[0][i+1] * (in[0][i+2] + in[0][i])
				}
				return out
			},
		}.on(t, draw(t, n))
	})
}

func TestReshape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := size(t, "a", 0, 3), size(t, "b", 0, 3), size(t, "c", 0, 3)
		opCheck{
			func(in []*Node) *Node { return Reshape(in[0], b, c, a) },
			func(in [][]float64) []float64 { return in[0] },
		}.on(t, draw(t, a*b, c))
	})
}

func TestReshapeToAndFromAScalar(t *testing.T) {
	opCheck{
		func(in []*Node) *Node { return Mul(Reshape(in[0]), Reshape(Sum(Reshape(in[0], 1)))) },
		func(in [][]float64) []float64 { return []float64{in[0][0] * in[0][0]} },
	}.on(t, FromFloat64s(tensor.Float64, []float64{1.5}, 1, 1))
}

func TestReshapeCopiesItsShape(t *testing.T) {
	x := Input(New(), "x", Zero(tensor.Float64, 6))
	shape := []int{2, 3}
	y := Reshape(x, shape...)
	shape[0], shape[1] = 3, 2
	v, err := y.Op().Do(x.Value())
	if err != nil || !v.Shape().Eq(tensor.Shape{2, 3}) {
		t.Errorf("found shape %v, %v, want (2, 3)", v.Shape(), err)
	}
}

func TestColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 4), size(t, "m", 0, 5)
		from, to := interval(t, m)
		opCheck{
			func(in []*Node) *Node { return Columns(in[0], from, to) },
			func(in [][]float64) []float64 {
				out := []float64{}
				for i := range n {
					for j := from; j < to; j++ {
						out = append(out, in[0][i*m+j])
					}
				}
				return out
			},
		}.on(t, draw(t, n, m))
	})
}

func TestPadColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 4), size(t, "m", 0, 5)
		at, to := interval(t, m)
		w := to - at
		opCheck{
			func(in []*Node) *Node { return PadColumns(in[0], at, m) },
			func(in [][]float64) []float64 {
				out := make([]float64, n*m)
				for i := range n {
					for j := range w {
						out[i*m+at+j] = in[0][i*w+j]
					}
				}
				return out
			},
		}.on(t, draw(t, n, w))
	})
}

// The four gates of a cell, each a window on one matrix.
func TestColumnsThatOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, w := size(t, "n", 1, 3), size(t, "w", 1, 3)
		opCheck{build: func(in []*Node) *Node {
			return Mul(Mul(Columns(in[0], 0, w), Columns(in[0], 1, w+1)), Columns(in[0], w, 2*w))
		}}.on(t, draw(t, n, 2*w))
	})
}

func TestConcatRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := size(t, "m", 0, 3)
		vectors := rapid.Bool().Draw(t, "vectors")
		parts := make([]*tensor.Dense, size(t, "parts", 1, 4))
		for i := range parts {
			if n := size(t, "rows", 0, 3); vectors {
				parts[i] = draw(t, n)
			} else {
				parts[i] = draw(t, n, m)
			}
		}
		opCheck{
			func(in []*Node) *Node { return ConcatRows(in...) },
			func(in [][]float64) []float64 {
				out := []float64{}
				for _, x := range in {
					out = append(out, x...)
				}
				return out
			},
		}.on(t, parts...)
	})
}

func TestConcatRowsOfOnePartTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 1, 3), size(t, "m", 1, 3)
		opCheck{build: func(in []*Node) *Node { return ConcatRows(in[0], Rows(in[0], 1, n), in[0]) }}.on(t, draw(t, n, m))
	})
}

func TestWindowPanics(t *testing.T) {
	g := New()
	x, v := Zeros(g, tensor.Float64, 2, 3), Zeros(g, tensor.Float64, 2)
	for name, c := range map[string]struct {
		want string
		f    func()
	}{
		"rows from below zero":      {errIndex, func() { Rows(x, -1, 1) }},
		"rows that end first":       {errIndex, func() { Rows(x, 2, 1) }},
		"rows beyond":               {errIndex, func() { Rows(v, 0, 3) }},
		"rows of a scalar":          {errShape, func() { Rows(Zeros(g, tensor.Float64), 0, 1) }},
		"another size":              {errShape, func() { Reshape(x, 5) }},
		"columns from below zero":   {errIndex, func() { Columns(x, -1, 1) }},
		"columns that end first":    {errIndex, func() { Columns(x, 2, 1) }},
		"columns beyond":            {errIndex, func() { Columns(x, 0, 4) }},
		"columns of a vector":       {errShape, func() { Columns(v, 0, 1) }},
		"padding from below zero":   {errIndex, func() { PadColumns(x, -1, 5) }},
		"padding to less":           {errIndex, func() { PadColumns(x, 1, 3) }},
		"padding a vector":          {errShape, func() { PadColumns(v, 0, 3) }},
		"parts of different widths": {errShape, func() { ConcatRows(x, Zeros(g, tensor.Float64, 2, 2)) }},
		"a vector on a column":      {errShape, func() { ConcatRows(v, Zeros(g, tensor.Float64, 2, 1)) }},
		"no parts":                  {errGraph, func() { ConcatRows() }},
	} {
		mustPanic(t, name, c.want, c.f)
	}
}
