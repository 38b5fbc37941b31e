package graph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// opCheck is what every op is held to: build makes it from input nodes of
// either element type, want computes it from the inputs' elements by loops that
// share no code with it (nil where the test has its own oracle).
type opCheck struct {
	build func(in []*Node) *Node
	want  func(in [][]float64) []float64
}

// weight is the upstream gradient of element i: no two alike, of both signs.
func weight(i int) float64 { return math.Sin(1.7*float64(i)+0.5) + 0.1 }

// on runs all checks on the given inputs, Float64: the value against the
// formula, the gradient against central differences, float32 against float64,
// each machine and each op's Do against one another, and that nothing depends on what is
// left in the pool's buffers.
func (c opCheck) on(t rapid.TB, in ...*tensor.Dense) {
	t.Helper()
	values := make([][]float64, len(in))
	for i, v := range in {
		for j, x := range v.Float64s() { // so that both element types start alike
			v.Float64s()[j] = float64(float32(x))
		}
		values[i] = Float64s(v)
	}
	double := c.results(t, tensor.Float64, in)
	if c.want != nil {
		requireClose(t, "value", double[0], c.want(values), 1e-10, 1e-10)
	}
	if err := CheckGrad(c.build, in, weight, 1e-6); err != nil {
		t.Fatal(err)
	}
	single := c.results(t, tensor.Float32, in)
	for i, x := range single {
		requireClose(t, fmt.Sprintf("float32 result %d", i), x, double[i], 1e-4, 1e-5)
	}
}

// results returns the elements of the value, the weighted sum and the gradient
// in each input, after having computed them in every way there is.
func (c opCheck) results(t rapid.TB, dt tensor.Dtype, in []*tensor.Dense) [][]float64 {
	t.Helper()
	g := New()
	nodes := make([]*Node, len(in))
	for i, v := range in {
		nodes[i] = Input(g, fmt.Sprintf("in%d", i), FromFloat64s(dt, Float64s(v), v.Shape()...))
	}
	out := c.build(nodes)
	cost := weighted(out, weight)
	outputs := append([]*Node{out, cost}, mustGrad(t, cost, nodes...)...)
	outputs = slices.DeleteFunc(outputs, func(n *Node) bool { return n == nil })

	finished := finish(t, NewPool(), outputs...)
	for i, x := range finish(t, dirtyPool(), outputs...) {
		requireSameBits(t, fmt.Sprintf("result %d from a dirty pool", i), x, finished[i])
	}
	m := NewMachine(dt, dirtyPool())
	defer m.Close()
	if err := m.Run(outputs...); err != nil {
		t.Fatal(err)
	}
	eps := 1e-13
	if dt == tensor.Float32 {
		eps = 1e-5
	}
	memo := map[*Node]gorgonia.Value{}
	for i, n := range outputs {
		requireSameBits(t, fmt.Sprintf("result %d of Run", i), Float64s(m.Value(n)), finished[i])
		requireClose(t, fmt.Sprintf("result %d by Op.Do", i), float64sOf(t, evaluate(t, n, memo)), finished[i], eps, eps)
	}
	return finished
}

// finish returns the elements of the outputs, none for a nil one.
func finish(t rapid.TB, pool *Pool, outputs ...*Node) [][]float64 {
	t.Helper()
	wanted := slices.DeleteFunc(slices.Clone(outputs), func(n *Node) bool { return n == nil })
	m := NewMachine(wanted[0].Dtype(), pool)
	defer m.Close()
	if err := m.Finish(wanted...); err != nil {
		t.Fatal(err)
	}
	results := make([][]float64, len(outputs))
	for i, n := range outputs {
		if n != nil {
			results[i] = Float64s(m.Value(n))
		}
	}
	return results
}

// evaluate is the plain definition of what a machine computes: every node once,
// into memory of its own, from copies of its children's values.
func evaluate(t rapid.TB, n *Node, memo map[*Node]gorgonia.Value) gorgonia.Value {
	t.Helper()
	if v, ok := memo[n]; ok {
		return v
	}
	kids := childrenOf(n)
	if len(kids) == 0 {
		return n.Value()
	}
	in := make([]gorgonia.Value, len(kids))
	for i, c := range kids {
		var err error
		if in[i], err = gorgonia.CloneValue(evaluate(t, c, memo)); err != nil {
			t.Fatal(err)
		}
	}
	if sizes := n.Shape(); sizes.TotalSize() == 0 {
		memo[n] = Zero(n.Dtype(), sizes...) // Gorgonia's own sums cannot
		return memo[n]
	}
	v, err := n.Op().Do(in...)
	if err != nil {
		t.Fatal(err)
	}
	memo[n] = v
	return v
}

func float64sOf(t rapid.TB, v gorgonia.Value) []float64 {
	t.Helper()
	switch v := v.(type) {
	case *tensor.Dense:
		return Float64s(v)
	case *gorgonia.F64:
		return []float64{float64(*v)}
	case *gorgonia.F32:
		return []float64{float64(*v)}
	}
	t.Fatalf("found a value of type %T", v)
	return nil
}

func mustGrad(t rapid.TB, cost *Node, wrt ...*Node) []*Node {
	t.Helper()
	grads, err := Grad(cost, wrt)
	if err != nil {
		t.Fatal(err)
	}
	return grads
}

// dirtyPool returns a pool whose buffers, enough for a small graph, hold NaN.
func dirtyPool() *Pool {
	p := NewPool()
	for class := range 7 {
		for range 4 {
			p.f32.put(nans[float32](1 << class))
			p.f64.put(nans[float64](1 << class))
		}
	}
	return p
}

func nans[T Float](n int) []T {
	x := make([]T, n)
	for i := range x {
		x[i] = T(math.NaN())
	}
	return x
}

// draw returns Float64 elements, uniform on [-2, 2), from a seed that rapid
// draws: rapid then shrinks shapes, not elements.
func draw(t *rapid.T, shape ...int) *tensor.Dense {
	return Uniform(generator(t), tensor.Float64, 2, shape...)
}

func generator(t *rapid.T) *rand.Rand {
	return Rand(rapid.Uint64().Draw(t, "seed"), "test")
}

func size(t *rapid.T, name string, from, to int) int {
	return rapid.IntRange(from, to).Draw(t, name)
}

// indices draws any number of row numbers below n, repeated ones among them.
func indices(t *rapid.T, n, most int) []int {
	if n == 0 {
		return []int{}
	}
	return rapid.SliceOfN(rapid.IntRange(0, n-1), 0, most).Draw(t, "indices")
}

// requireClose wants |got - want| <= rel |want| + abs, and the same infinities
// and NaN.
func requireClose(t rapid.TB, what string, got, want []float64, rel, abs float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: found %d elements, want %d", what, len(got), len(want))
	}
	for i, w := range want {
		if g := got[i]; g != w && !(math.IsNaN(g) && math.IsNaN(w)) && !(math.Abs(g-w) <= rel*math.Abs(w)+abs) {
			t.Fatalf("%s, element %d: found %.12g, want %.12g", what, i, g, w)
		}
	}
}

func requireSameBits(t rapid.TB, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: found %d elements, want %d", what, len(got), len(want))
	}
	for i := range want {
		if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
			t.Fatalf("%s, element %d: found %x, want %x", what, i, got[i], want[i])
		}
	}
}

// mustPanic wants f to panic with the constant want.
func mustPanic(t *testing.T, name, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Errorf("%s: panicked with %v, want %q", name, got, want)
		}
	}()
	f()
}
