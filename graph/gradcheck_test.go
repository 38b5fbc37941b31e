package graph

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// triple is 3 x with a gradient of the test's own making.
func triple(x *Node, grad func(g *Node) *Node) *Node {
	return apply(spec{
		name:  "triple",
		shape: shapeOf(x),
		run:   kernel{f64: mapped(func(v float64) float64 { return 3 * v })},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{grad(g)} },
	}, x)
}

func TestCheckGrad(t *testing.T) {
	ones := func(g *Node) *Node {
		return Input(g.Graph(), "ones", FromFloat64s(tensor.Float64, []float64{3, 3, 3, 3}, 2, 2))
	}
	for name, c := range map[string]struct {
		grad func(g *Node) *Node
		want string // in the error; none if empty
	}{
		"right":                 {func(g *Node) *Node { return Scale(g, 3) }, ""},
		"wrong sign":            {func(g *Node) *Node { return Scale(g, -3) }, "input 1, element 0: got -"},
		"wrong by a thousandth": {func(g *Node) *Node { return Scale(g, 3.003) }, "input 1, element 0: got 1.7"},
		"upstream left out":     {ones, "input 1, element 0: got 3,"},
		"rows exchanged":        {func(g *Node) *Node { return Scale(Gather(g, []int{1, 0}), 3) }, "input 1, element 0"},
		"wrong in one element":  {func(g *Node) *Node { return Add(Scale(g, 3), padRows(Scale(Rows(g, 1, 2), 1), 1, 2)) }, "input 1, element 2"},
		"none":                  {func(g *Node) *Node { return Scale(g, 0) }, "input 1, element 0: got 0,"},
	} {
		values := []*tensor.Dense{
			FromFloat64s(tensor.Float64, []float64{1, 2, 3, 4}, 2, 2),
			FromFloat64s(tensor.Float64, []float64{.5, .25, -1, -2}, 2, 2),
		}
		before := [][]float64{Float64s(values[0]), Float64s(values[1])}
		err := CheckGrad(func(in []*Node) *Node { return Add(in[0], triple(in[1], c.grad)) }, values, weight, 1e-6)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found error %v, want one with %q", name, err, c.want)
		}
		for i, v := range values {
			requireSameBits(t, name+": value afterwards", Float64s(v), before[i])
		}
	}
}

// A function that bends within a hundredth, of which differences over two points would
// be off by 1e-5.
func TestCentralDifference(t *testing.T) {
	got := CentralDifference(func(h float64) float64 { return math.Tanh(0.3 + 100*h) })
	requireClose(t, "slope", []float64{got}, []float64{100 / math.Pow(math.Cosh(0.3), 2)}, 0, 1e-8)
}

// A row that is almost flat bends the layer norm within the square root of its
// epsilon, 0.003: the differences must be as exact there as elsewhere.
func TestCheckGradOfASharpBend(t *testing.T) {
	err := CheckGrad(func(in []*Node) *Node { return LayerNorm(in[0], in[1], in[2]) }, []*tensor.Dense{
		FromFloat64s(tensor.Float64, []float64{0.5, 0.501, 1, 1.01}, 2, 2),
		FromFloat64s(tensor.Float64, []float64{2, -1}, 2),
		FromFloat64s(tensor.Float64, []float64{0, 0}, 2),
	}, weight, 1e-6)
	if err != nil {
		t.Error(err)
	}
}

func TestCheckGradOfAnotherShape(t *testing.T) {
	values := []*tensor.Dense{FromFloat64s(tensor.Float64, []float64{1, 2, 3, 4}, 2, 2)}
	err := CheckGrad(func(in []*Node) *Node {
		return triple(in[0], func(g *Node) *Node { return Reshape(Scale(g, 3), 4) })
	}, values, weight, 1e-6)
	if err == nil || !strings.Contains(err.Error(), "has shape (4), the input (2, 2)") {
		t.Errorf("found error %v", err)
	}
}

// What stands behind a Stop has differences but no gradient.
func TestCheckGradFindsAMissingGradient(t *testing.T) {
	values := []*tensor.Dense{FromFloat64s(tensor.Float64, []float64{1, 2}, 2)}
	err := CheckGrad(func(in []*Node) *Node { return Stop(in[0]) }, values, weight, 1e-6)
	if err == nil || !strings.Contains(err.Error(), "input 0, element 0: got 0,") {
		t.Errorf("found error %v", err)
	}
}

func TestCheckGradErrors(t *testing.T) {
	values := []*tensor.Dense{FromFloat64s(tensor.Float64, []float64{1, 2}, 2)}
	for i, build := range []func(in []*Node) *Node{
		func(in []*Node) *Node {
			return Add(in[0], gorgonia.NewVector(in[0].Graph(), tensor.Float64, gorgonia.WithShape(2), gorgonia.WithName("nothing")))
		},
		func(in []*Node) *Node { return gorgonia.Must(gorgonia.ApplyOp(failing, in[0])) },
	} {
		if err := CheckGrad(build, values, weight, 1e-6); err == nil {
			t.Errorf("%d: found no error", i)
		}
		requireSameBits(t, fmt.Sprint(i), Float64s(values[0]), []float64{1, 2})
	}
}
