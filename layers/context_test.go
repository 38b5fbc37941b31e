package layers

import (
	"slices"
	"testing"

	"arbelos/graph"
)

// A parameter has one node in a graph however often it is used, and the node is
// bound to the parameter's own memory.
func TestContextParams(t *testing.T) {
	m := newMaker(graph.Rand(1, "test"))
	a, b := m.Param("a", 2, 3), m.Param("b", 4)
	c := NewContext(graph.Float64, 0, nil)
	nb, na := c.Param(b), c.Param(a)
	if c.Param(a) != na || c.Param(b) != nb || na == nb {
		t.Error("a parameter has two nodes")
	}
	if na.Value() != a.Value {
		t.Error("the node has another value than the parameter")
	}
	if !slices.Equal(c.Params(), []*graph.Param{b, a}) {
		t.Error("the parameters are not in the order of first use")
	}
}

// Gradients come in the order that is asked for, whatever was used first; there is none
// in a parameter that the graph does not use.
func TestContextGradients(t *testing.T) {
	m := newMaker(graph.Rand(1, "test"))
	a, unused, b := m.Param("a", 3), m.Param("unused", 2), m.Param("b", 3)
	c := NewContext(graph.Float64, 0, nil)
	nb, na := c.Param(b), c.Param(a)
	triple := graph.Scale(na, 3)
	mac := graph.NewMachine(graph.Float64, graph.NewPool())
	defer mac.Close()
	got, err := c.Gradients(mac, graph.Sum(graph.Mul(triple, nb)), []*graph.Param{a, unused, b}, triple)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[1] != nil {
		t.Fatalf("found %v, want three gradients of which the second is nil", got)
	}
	for i := range 3 {
		near(t, "gradient in a", got[0].Float64s()[i:i+1], []float64{3 * b.Value.Float64s()[i]}, 1e-15)
		near(t, "another output", mac.Value(triple).Float64s()[i:i+1], []float64{3 * a.Value.Float64s()[i]}, 1e-15)
		near(t, "gradient in b", got[2].Float64s()[i:i+1], []float64{3 * a.Value.Float64s()[i]}, 1e-15)
	}
}

func TestContextDropout(t *testing.T) {
	x := random(graph.Rand(1, "test"), 50, 40)
	c := NewContext(graph.Float64, 0, nil)
	if n := c.Input(x); c.Dropout(n) != n {
		t.Error("dropout of rate 0 makes a node")
	}
	c = NewContext(graph.Float64, 0.25, graph.Rand(1, "masks"))
	in := c.Input(x)
	first, second := c.Dropout(in), c.Dropout(in)
	m := graph.NewMachine(graph.Float64, graph.NewPool())
	defer m.Close()
	if err := m.Run(first, second); err != nil {
		t.Fatal(err)
	}
	one, two := graph.Float64s(m.Value(first)), graph.Float64s(m.Value(second))
	if slices.Equal(one, two) {
		t.Error("two masks are equal")
	}
	dropped := 0
	for i, v := range x.Float64s() {
		switch one[i] {
		case 0:
			dropped++
		default:
			near(t, "what is kept", one[i:i+1], []float64{v / 0.75}, 1e-15)
		}
	}
	// 2,000 draws at 0.25: standard deviation 19.4.
	if dropped < 422 || dropped > 578 {
		t.Errorf("%d of 2000 elements dropped, want about 500", dropped)
	}
}
