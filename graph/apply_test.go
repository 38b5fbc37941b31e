package graph

import (
	"fmt"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// Two ops of one hash and the same children: Gorgonia gives back the first
// node, and apply must try again.
func TestApplyNoticesAMergedNode(t *testing.T) {
	defer opID.Store(opID.Load() + 100)
	x := vectors(New(), "x")[0]
	start := opID.Load()
	double := Scale(x, 2)
	opID.Store(start)
	triple := Scale(x, 3)
	if double == triple {
		t.Fatal("one node for two ops")
	}
	if id := triple.Op().(*Op).id; id != start+2 {
		t.Errorf("the second op has id %d, want %d", id, start+2)
	}
	got := finish(t, NewPool(), double, triple)
	requireSameBits(t, "double", got[0], []float64{2, 4, 6})
	requireSameBits(t, "triple", got[1], []float64{3, 6, 9})
}

func TestApplyGivesUp(t *testing.T) {
	defer opID.Store(opID.Load() + 100)
	x := vectors(New(), "x")[0]
	start := opID.Load()
	for range 8 {
		Scale(x, 2)
	}
	opID.Store(start)
	mustPanic(t, "every try merged", errMerged, func() { Scale(x, 3) })
}

func TestApplyPanics(t *testing.T) {
	g := New()
	a := Input(g, "a", Zero(tensor.Float64, 3))
	single := Input(g, "single", Zero(tensor.Float32, 3))
	elsewhere := Input(New(), "a", Zero(tensor.Float64, 3))
	integers := gorgonia.NewVector(g, tensor.Int, gorgonia.WithShape(3), gorgonia.WithName("integers"))
	mustPanic(t, "two graphs", errGraph, func() { Add(a, elsewhere) })
	mustPanic(t, "two types", errDtype, func() { Add(a, single) })
	mustPanic(t, "two types the other way round", errDtype, func() { Add(single, a) })
	mustPanic(t, "integers", errDtype, func() { Scale(integers, 2) })
	mustPanic(t, "zeros that are integers", errDtype, func() { Zeros(g, tensor.Int, 3) })
}

func TestInput(t *testing.T) {
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		for _, shape := range [][]int{{}, {1}, {3}, {1, 1}, {1, 3}, {3, 1}, {2, 3}, {0, 3}, {3, 0}, {2, 1, 3}} {
			g := New()
			v := Uniform(Rand(1, "test"), dt, 1, shape...)
			x := Input(g, "x", v)
			if !x.Shape().Eq(tensor.Shape(shape)) || x.Dtype() != dt || x.Dims() != len(shape) {
				t.Errorf("%v of %v became %v of %v", shape, dt, x.Shape(), x.Dtype())
			}
			requireSameBits(t, fmt.Sprint(shape), finish(t, NewPool(), x)[0], Float64s(v))
		}
	}
}

func TestInputNameUsedTwicePanics(t *testing.T) {
	g := New()
	Input(g, "x", Zero(tensor.Float64, 3))
	Input(g, "y", Zero(tensor.Float64, 3))
	Input(New(), "x", Zero(tensor.Float64, 3))
	mustPanic(t, "again", `graph: input name "x" used twice`, func() { Input(g, "x", Zero(tensor.Float64, 3)) })
}
