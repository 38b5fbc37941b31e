package train

import (
	"math"
	"testing"

	"arbelos/graph"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// param64 and param32 make parameters of group "g" for the tests of optimisers.
func param64(name string, x ...float64) *graph.Param {
	return &graph.Param{Name: name, Group: "g", Value: vector(x...)}
}

func param32(name string, x ...float32) *graph.Param {
	return &graph.Param{Name: name, Group: "g", Value: tensor.New(tensor.WithShape(len(x)), tensor.WithBacking(x))}
}

func vector(x ...float64) *tensor.Dense {
	return tensor.New(tensor.WithShape(len(x)), tensor.WithBacking(x))
}

func TestSGDAscends(t *testing.T) {
	a, b, c := param64("a", 1, 2), param32("b", 3), param64("c", 4)
	params := []*graph.Param{a, b, c}
	grads := []*tensor.Dense{vector(10, -4), tensor.New(tensor.WithShape(1), tensor.WithBacking([]float32{8})), nil}
	var o SGD
	o.Step(0.5, params, grads)
	o.Step(0.25, params, grads)
	if x := elements[float64](a.Value); x[0] != 1+7.5 || x[1] != 2-3 {
		t.Errorf("a is %v, want 8.5 and -1", x)
	}
	if x := elements[float32](b.Value); x[0] != 9 {
		t.Errorf("b is %v, want 9", x)
	}
	if x := elements[float64](c.Value); x[0] != 4 {
		t.Errorf("c is %v, want 4: its gradient was nil", x)
	}
}

// On -a/2 (x - c)^2 ascent has the closed form x_t = c + (1 - rate a)^t (x_0 - c).
func TestSGDQuadratic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(0.1, 2).Draw(t, "a")
		c := rapid.Float64Range(-3, 3).Draw(t, "c")
		x0 := rapid.Float64Range(-3, 3).Draw(t, "x0")
		rate := rapid.Float64Range(0.01, 0.9).Draw(t, "rate")
		p := param64("x", x0)
		var o SGD
		for range 50 {
			o.Step(rate, []*graph.Param{p}, []*tensor.Dense{vector(a * (c - elements[float64](p.Value)[0]))})
		}
		want := c + math.Pow(1-rate*a, 50)*(x0-c)
		if got := elements[float64](p.Value)[0]; math.Abs(got-want) > 1e-12 {
			t.Fatalf("found %v, want %v", got, want)
		}
	})
}

func TestSGDState(t *testing.T) {
	p := []*graph.Param{param64("x", 1)}
	var o, restored SGD
	o.Step(1, p, []*tensor.Dense{nil})
	if err := restored.Restore(o.State(), p); err != nil || restored != o {
		t.Errorf("restored %+v (%v), want %+v", restored, err, o)
	}
	if err := restored.Restore(OptimiserState{Rule: "adam"}, p); err == nil {
		t.Error("took the state of Adam")
	}
	if err := restored.Restore(OptimiserState{Rule: "sgd", Tensors: map[string]*tensor.Dense{"m/x": vector(1)}}, p); err == nil {
		t.Error("took a state with tensors")
	}
}
