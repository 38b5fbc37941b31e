package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// drawLevels draws a recurrence: the starts of its levels and each row's
// predecessor. Several rows may follow one, and a row may have no follower.
func drawLevels(t *rapid.T) (start []int, prev [][]int) {
	start = []int{0}
	levels := rapid.IntRange(1, 4).Draw(t, "levels")
	for k := range levels {
		n := rapid.IntRange(1, 4).Draw(t, "rows")
		var p []int
		if k > 0 {
			p = rapid.SliceOfN(rapid.IntRange(0, start[k]-start[k-1]-1), n, n).Draw(t, "prev")
		}
		start, prev = append(start, start[k]+n), append(prev, p)
	}
	return start, prev
}

// unrolledLSTM is the recurrence level by level.
func unrolledLSTM(x, w *Node, start []int, prev [][]int) *Node {
	h := w.Shape()[1]
	var states []*Node
	for k := range prev {
		pre := Rows(x, start[k], start[k+1])
		before := Zeros(x.Graph(), x.Dtype(), start[1], 2*h)
		if k > 0 {
			before = Gather(states[k-1], prev[k])
			pre = Add(pre, MatMul(Columns(before, 0, h), w, false, true))
		}
		states = append(states, LSTMCell(pre, before))
	}
	return Columns(ConcatRows(states...), 0, h)
}

func TestLSTMLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start, prev := drawLevels(t)
		n, h := start[len(start)-1], size(t, "h", 1, 3)
		in := []*tensor.Dense{draw(t, n, 4*h), draw(t, 4*h, h)}
		fused := opCheck{build: func(in []*Node) *Node { return LSTMLevels(in[0], in[1], start, prev) }}
		fused.on(t, in...)
		if len(prev) == 1 {
			return // the unrolled one has no gradient in w, the fused one a zero
		}
		requireSameResults(t, fused, opCheck{build: func(in []*Node) *Node { return unrolledLSTM(in[0], in[1], start, prev) }}, in)
	})
}

func TestLSTMLevelsCopiesItsLevels(t *testing.T) {
	g := New()
	x, w := Input(g, "x", Uniform(Rand(1, "test"), Float64, 1, 3, 4)), Input(g, "w", Uniform(Rand(2, "test"), Float64, 1, 4, 1))
	start, prev := []int{0, 2, 3}, [][]int{nil, {1}}
	h := LSTMLevels(x, w, start, prev)
	want := finish(t, NewPool(), h)[0]
	start[1], prev[1][0] = 1, 0
	requireSameBits(t, "states", finish(t, NewPool(), h)[0], want)
}

func TestLSTMLevelsPanics(t *testing.T) {
	g := New()
	x, w := Zeros(g, Float64, 3, 8), Zeros(g, Float64, 8, 2)
	for name, c := range map[string]struct {
		start []int
		prev  [][]int
		want  string
	}{
		"no level":                {[]int{0}, nil, errShape},
		"rows too few":            {[]int{0, 1, 2}, [][]int{nil, {0}}, errShape},
		"first row left out":      {[]int{1, 2, 3}, [][]int{nil, {0}}, errShape},
		"a level of predecessors": {[]int{0, 1, 3}, [][]int{nil}, errShape},
		"a predecessor too few":   {[]int{0, 1, 3}, [][]int{nil, {0}}, errShape},
		"predecessor too high":    {[]int{0, 1, 3}, [][]int{nil, {0, 1}}, errIndex},
		"predecessor negative":    {[]int{0, 1, 3}, [][]int{nil, {0, -1}}, errIndex},
	} {
		mustPanic(t, name, c.want, func() { LSTMLevels(x, w, c.start, c.prev) })
	}
	mustPanic(t, "a weight of another width", errShape, func() { LSTMLevels(x, Zeros(g, Float64, 8, 3), []int{0, 3}, [][]int{nil}) })
}

// requireSameResults holds a fused op to its unrolled definition: values and
// gradients, in both element types.
func requireSameResults(t *rapid.T, fused, unrolled opCheck, in []*tensor.Dense) {
	t.Helper()
	for _, dt := range []tensor.Dtype{tensor.Float64, tensor.Float32} {
		rel, abs := 1e-10, 1e-10
		if dt == tensor.Float32 {
			rel, abs = 1e-4, 1e-5
		}
		want := unrolled.results(t, dt, in)
		for i, got := range fused.results(t, dt, in) {
			requireClose(t, "fused against unrolled", got, want[i], rel, abs)
		}
	}
}
