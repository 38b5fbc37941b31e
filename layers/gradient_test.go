package layers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

// subject is a layer under test: a function of inputs and parameters.
type subject struct {
	params  []*graph.Param
	inputs  []*tensor.Dense
	dropout float64 // with the same masks in every build
	build   func(c *Context, in []*graph.Node) *graph.Node
}

// upstream weighs the elements of a result, unequally.
func upstream(i int) float64 { return math.Cos(float64(3*i + 1)) }

// values are what the subject depends on, inputs and then parameters.
func (s subject) values() []*tensor.Dense {
	all := append([]*tensor.Dense(nil), s.inputs...)
	for _, p := range s.params {
		all = append(all, p.Value)
	}
	return all
}

// builds are the two ways in which every layer exists.
var builds = []Ops{Fused, Unrolled}

// over builds the subject in the graph of the given leaves, one for each of
// the values.
func (s subject) over(ops Ops, leaves []*graph.Node) *graph.Node {
	c := NewContext(graph.Float64, s.dropout, graph.Rand(1, "masks"))
	c.Graph, c.Ops = leaves[0].Graph(), ops
	for i, p := range s.params {
		c.params[p] = leaves[len(s.inputs)+i]
	}
	return s.build(c, leaves[:len(s.inputs)])
}

// run returns the subject's result and the gradients, in all values, of its
// sum with the weights upstream. Both builds must give the same.
func (s subject) run(t rapid.TB) (result []float64, gradients [][]float64) {
	t.Helper()
	result, gradients = s.runAs(t, Unrolled, true)
	fused, fusedGradients := s.runAs(t, Fused, true)
	near(t, "fused result", fused, result, 1e-10)
	for i := range gradients {
		near(t, fmt.Sprintf("fused gradient in value %d", i), fusedGradients[i], gradients[i], 1e-10)
	}
	return result, gradients
}

// runAs runs one build, with the gradients only where asked for.
func (s subject) runAs(t rapid.TB, ops Ops, withGradients bool) (result []float64, gradients [][]float64) {
	t.Helper()
	g := graph.New()
	leaves := make([]*graph.Node, len(s.values()))
	for i, v := range s.values() {
		leaves[i] = graph.Input(g, fmt.Sprint("leaf ", i), v)
	}
	out := s.over(ops, leaves)
	size := out.Shape().TotalSize()
	outputs := []*graph.Node{out}
	var wrt []*graph.Node
	if withGradients {
		weights := make([]float64, size)
		for i := range weights {
			weights[i] = upstream(i)
		}
		var err error
		if wrt, err = graph.Grad(graph.Dot(graph.Reshape(out, size), weights), leaves); err != nil {
			t.Fatalf("%v", err)
		}
		for _, n := range wrt {
			if n != nil {
				outputs = append(outputs, n)
			}
		}
	}
	m := graph.NewMachine(graph.Float64, graph.NewPool())
	defer m.Close()
	if err := m.Run(outputs...); err != nil {
		t.Fatalf("%v", err)
	}
	for i, n := range wrt {
		g := make([]float64, s.values()[i].DataSize())
		if n != nil {
			g = graph.Float64s(m.Value(n))
		}
		gradients = append(gradients, g)
	}
	return graph.Float64s(m.Value(out)), gradients
}

// checkEveryElement holds the gradient in every single element of every value
// to the central difference.
func (s subject) checkEveryElement(t rapid.TB) {
	t.Helper()
	for _, ops := range builds {
		build := func(leaves []*graph.Node) *graph.Node { return s.over(ops, leaves) }
		if err := graph.CheckGrad(build, s.values(), upstream, 1e-7); err != nil {
			t.Errorf("%s: %v", ops, err)
		}
	}
}

// checkDirections holds the gradient in every value, along a random direction,
// to the central difference. One direction costs four runs, where all elements
// cost four each.
func (s subject) checkDirections(t rapid.TB, r *rand.Rand) {
	t.Helper()
	_, gradients := s.run(t)
	for i, v := range s.values() {
		x := v.Float64s()
		old := append([]float64(nil), x...)
		direction := graph.Uniform(r, graph.Float64, 1, len(x)).Float64s()
		want := graph.CentralDifference(func(step float64) (total float64) {
			for j := range x {
				x[j] = old[j] + step*direction[j]
			}
			result, _ := s.runAs(t, Unrolled, false)
			for j, y := range result {
				total += upstream(j) * y
			}
			return total
		})
		copy(x, old)
		var got float64
		for j, g := range gradients[i] {
			got += g * direction[j]
		}
		if !(math.Abs(got-want) <= 1e-6*(1+math.Abs(want))) {
			t.Errorf("gradient in value %d along a random direction: got %.10g, central difference %.10g", i, got, want)
		}
	}
}

// near reports where two results differ by more than tol (1 + |want|).
func near(t rapid.TB, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: got %d elements, want %d", what, len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] && !(math.Abs(got[i]-want[i]) <= tol*(1+math.Abs(want[i]))) {
			t.Fatalf("%s, element %d: got %.12g, want %.12g", what, i, got[i], want[i])
		}
	}
}

// random returns a tensor of draws from [-1, 1).
func random(r *rand.Rand, shape ...int) *tensor.Dense {
	return graph.Uniform(r, graph.Float64, 1, shape...)
}

func newMaker(r *rand.Rand) *Maker { return &Maker{Rand: r, Dtype: graph.Float64, Range: 1} }

// drawRand is the generator of a property's values: rapid draws the shapes and
// the seed.
func drawRand(t *rapid.T) *rand.Rand {
	return graph.Rand(rapid.Uint64().Draw(t, "seed"), "test")
}

// mustPanic reports where f does not panic with want.
func mustPanic(t testing.TB, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Errorf("got panic %v, want %q", got, want)
		}
	}()
	f()
}
