package layers

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

func TestLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 5)
		n, in, out := dim.Draw(t, "rows"), dim.Draw(t, "in"), dim.Draw(t, "out")
		r := drawRand(t)
		m := newMaker(r)
		l := NewLinear(m, "map", in, out)
		x := random(r, n, in)
		s := subject{
			params: m.Params, inputs: []*tensor.Dense{x},
			build: func(c *Context, in []*graph.Node) *graph.Node { return l.Forward(c, in[0]) },
		}
		got, _ := s.run(t)
		var want []float64
		for _, row := range rows(x.Float64s(), in) {
			want = append(want, naiveLinear(l, row)...)
		}
		near(t, "linear", got, want, 1e-12)
		s.checkDirections(t, r)
	})
}

func TestLinearEveryElement(t *testing.T) {
	r := graph.Rand(1, "test")
	m := newMaker(r)
	l := NewLinear(m, "map", 3, 4)
	subject{
		params: m.Params, inputs: []*tensor.Dense{random(r, 5, 3)},
		build: func(c *Context, in []*graph.Node) *graph.Node { return l.Forward(c, in[0]) },
	}.checkEveryElement(t)
}
