package layers

import (
	"strings"
	"testing"

	"arbelos/graph"
)

// A layer passes; where something stops a gradient, the parameter that misses it is named
// by its place, and no value has changed.
func TestCheckGrad(t *testing.T) {
	m := newMaker(graph.Rand(1, "test"))
	table, net := NewEmbedding(m, "table", 4, 3), NewMLP(m, "net", 3, 5, 2)
	before := make([][]float64, len(m.Params))
	for i, p := range m.Params {
		before[i] = graph.Float64s(p.Value)
	}
	for _, c := range []struct {
		through func(*graph.Node) *graph.Node
		want    string
	}{
		{func(x *graph.Node) *graph.Node { return x }, ""},
		{graph.Stop, "input 0, element 3"}, // the first row is not read
	} {
		err := CheckGrad(m.Params, func(ctx *Context) *graph.Node {
			return net.Forward(ctx, c.through(table.Forward(ctx, []int{1, 3, 1})))
		}, upstream, 1e-7)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("found %v, want %q", err, c.want)
		}
	}
	for i, p := range m.Params {
		near(t, p.Name, graph.Float64s(p.Value), before[i], 0)
	}
}
