package layers

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

func TestMLP(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		widths := rapid.SliceOfN(rapid.IntRange(1, 5), 2, 4).Draw(t, "widths")
		n := rapid.IntRange(1, 5).Draw(t, "rows")
		r := drawRand(t)
		m := newMaker(r)
		l := NewMLP(m, "net", widths...)
		x := random(r, n, widths[0])
		s := subject{
			params: m.Params, inputs: []*tensor.Dense{x},
			build: func(c *Context, in []*graph.Node) *graph.Node { return l.Forward(c, in[0]) },
		}
		got, _ := s.run(t)
		var want []float64
		for _, row := range rows(x.Float64s(), widths[0]) {
			for i, layer := range l {
				for j := range row {
					if i > 0 {
						row[j] = max(row[j], 0)
					}
				}
				row = naiveLinear(layer, row)
			}
			want = append(want, row...)
		}
		near(t, "network", got, want, 1e-12)
	})
}

// The smallest distance from a ReLU's kink is far above the differences' step.
func TestMLPEveryElement(t *testing.T) {
	r := graph.Rand(1, "test")
	m := newMaker(r)
	l := NewMLP(m, "net", 3, 4, 2)
	subject{
		params: m.Params, inputs: []*tensor.Dense{random(r, 5, 3)},
		build: func(c *Context, in []*graph.Node) *graph.Node { return l.Forward(c, in[0]) },
	}.checkEveryElement(t)
}

// Parameters fill the range that the number of inputs gives, and no other; those
// made after have the maker's again.
func TestMLPRange(t *testing.T) {
	m := &Maker{Rand: graph.Rand(1, "parameters"), Dtype: graph.Float64, Range: 5}
	NewMLP(m, "net", 100, 25, 60)
	for i, p := range m.Params {
		var most float64
		for _, v := range p.Value.Float64s() {
			most = max(most, math.Abs(v))
		}
		if limit := []float64{0.1, 0.1, 0.2, 0.2}[i]; !(most > 0.7*limit && most <= limit) {
			t.Errorf("%s: the largest value is %v, expected nearly %v", p.Name, most, limit)
		}
	}
	if m.Range != 5 {
		t.Errorf("the maker's range is %v", m.Range)
	}
}
