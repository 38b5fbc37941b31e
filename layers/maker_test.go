package layers

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbelos/graph"
)

// Every layer's parameters have names, groups and shapes that a checkpoint can
// be read by, and no two share a name.
func TestMaker(t *testing.T) {
	m := &Maker{Rand: graph.Rand(0, "parameters"), Dtype: graph.Float32, Range: 0.1}
	m.Group("p")
	NewEmbedding(m, "words", 7, 3)
	NewDeepLSTM(m, "stack", 3, 4, 2)
	NewTreeLSTM(m, "tree", 3)
	m.Group("q")
	NewBiLSTM(m, "reader", 5, 2)
	NewSpanScorer(m, "spans", 2)
	type param struct {
		Name, Group string
		Shape       []int
	}
	var got []param
	for _, p := range m.Params {
		got = append(got, param{p.Name, p.Group, p.Value.Shape()})
		for _, v := range graph.Float64s(p.Value) {
			if !(v >= -0.1 && v <= float64(float32(0.1))) {
				t.Errorf("%s has the value %v", p.Name, v)
			}
		}
	}
	want := []param{
		{"words", "p", []int{7, 3}},
		{"stack.0.in", "p", []int{16, 3}}, {"stack.0.state", "p", []int{16, 4}}, {"stack.0.bias", "p", []int{16}},
		{"stack.1.in", "p", []int{16, 4}}, {"stack.1.state", "p", []int{16, 4}}, {"stack.1.bias", "p", []int{16}},
		{"tree.weight", "p", []int{15, 6}}, {"tree.bias", "p", []int{15}},
		{"reader.forward.in", "q", []int{8, 5}}, {"reader.forward.state", "q", []int{8, 2}}, {"reader.forward.bias", "q", []int{8}},
		{"reader.backward.in", "q", []int{8, 5}}, {"reader.backward.state", "q", []int{8, 2}}, {"reader.backward.bias", "q", []int{8}},
		{"spans.hidden.weight", "q", []int{4, 4}}, {"spans.hidden.bias", "q", []int{4}},
		{"spans.norm.gain", "q", []int{4}}, {"spans.norm.bias", "q", []int{4}},
		{"spans.out.weight", "q", []int{1, 4}}, {"spans.out.bias", "q", []int{1}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("parameters (-want +got):\n%s", diff)
	}
}

// Both element types start from the same draws.
func TestMakerDtypes(t *testing.T) {
	draw := func(dt string) []float64 {
		d, _ := graph.ParseDtype(dt)
		m := &Maker{Rand: graph.Rand(3, "parameters"), Dtype: d, Range: 0.5}
		return append(graph.Float64s(m.Param("a", 3, 4).Value), graph.Float64s(m.Param("b", 5).Value)...)
	}
	single, double := draw("float32"), draw("float64")
	if slices.Equal(double[:5], double[12:]) {
		t.Error("two parameters have the same draws")
	}
	for i := range double {
		if math.Abs(single[i]-double[i]) > 1e-7 {
			t.Errorf("element %d: %v in float32, %v in float64", i, single[i], double[i])
		}
	}
}
