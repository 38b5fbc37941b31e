package graph

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// smallNet is a graph with ops of ours and of Gorgonia's own, weights that are
// used twice, windows, and sums of gradients. It returns its cost and inputs.
func smallNet(t testing.TB, dt tensor.Dtype) (cost *Node, in []*Node) {
	t.Helper()
	r, g := Rand(7, "net"), New()
	input := func(name string, shape ...int) *Node {
		n := Input(g, name, Uniform(r, dt, 1, shape...))
		in = append(in, n)
		return n
	}
	x, w, b := input("x", 5, 3), input("w", 8, 2), input("b", 8)
	u, gain, bias := input("u", 3, 3), input("gain", 3), input("bias", 3)
	state := Zeros(g, dt, 5, 4)
	for range 3 {
		state = LSTMCell(AddRow(MatMul(Columns(state, 0, 2), w, false, true), b), state)
	}
	h := LayerNorm(ReLU(MatMul(x, u, false, false)), gain, bias)
	h = Add(h, gorgonia.Must(gorgonia.Tanh(Gather(h, []int{4, 0, 0, 2, 1}))))
	h = gorgonia.Must(gorgonia.HadamardProd(h, gorgonia.Must(gorgonia.Exp(Scale(x, 0.5)))))
	logits := MatMul(ConcatRows(h, Rows(h, 1, 3)), u, false, true)
	picked := LogSoftmaxPick(logits, []int{0, 1, 2, 0, 1, 2, 0})
	return gorgonia.Must(gorgonia.Add(weighted(picked, weight), weighted(state, weight))), in
}

func TestMachineAgainstTapeMachine(t *testing.T) {
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		cost, in := smallNet(t, dt)
		outputs := append([]*Node{cost}, mustGrad(t, cost, in...)...)
		ours := finish(t, NewPool(), outputs...)

		read := make([]gorgonia.Value, len(outputs))
		for i, n := range outputs {
			gorgonia.Read(n, &read[i])
		}
		tape := gorgonia.NewTapeMachine(cost.Graph())
		defer tape.Close()
		if err := tape.RunAll(); err != nil {
			t.Fatal(err)
		}
		eps := 1e-13
		if dt == tensor.Float32 {
			eps = 1e-5
		}
		for i, v := range read {
			requireClose(t, fmt.Sprintf("%v: output %d", dt, i), ours[i], float64sOf(t, v), eps, eps)
		}
	}
}

// Ops of Gorgonia's own give what they give by themselves, and leave the values
// that they read as they were.
func TestMachineForeignOps(t *testing.T) {
	must := gorgonia.Must
	for name, f := range map[string]func(x, y *Node) *Node{
		"Tanh":           func(x, _ *Node) *Node { return must(gorgonia.Tanh(x)) },
		"Exp":            func(x, _ *Node) *Node { return must(gorgonia.Exp(x)) },
		"Mul":            func(x, y *Node) *Node { return must(gorgonia.Mul(x, y)) },
		"HadamardProd":   func(x, y *Node) *Node { return must(gorgonia.HadamardProd(x, y)) },
		"Add":            func(x, y *Node) *Node { return must(gorgonia.Add(x, y)) },
		"Add itself":     func(x, _ *Node) *Node { return must(gorgonia.Add(x, x)) },
		"Sub":            func(x, y *Node) *Node { return must(gorgonia.Sub(x, y)) },
		"Neg":            func(x, _ *Node) *Node { return must(gorgonia.Neg(x)) },
		"Square":         func(x, _ *Node) *Node { return must(gorgonia.Square(x)) },
		"Sigmoid":        func(x, _ *Node) *Node { return must(gorgonia.Sigmoid(x)) },
		"SoftMax":        func(x, _ *Node) *Node { return must(gorgonia.SoftMax(x)) },
		"Sum":            func(x, _ *Node) *Node { return must(gorgonia.Sum(x)) },
		"Sum of rows":    func(x, _ *Node) *Node { return must(gorgonia.Sum(x, 0)) },
		"Slice":          func(x, _ *Node) *Node { return must(gorgonia.Slice(x, gorgonia.S(1, 3))) },
		"Concat":         func(x, y *Node) *Node { return must(gorgonia.Concat(0, x, y)) },
		"Transpose":      func(x, _ *Node) *Node { return must(gorgonia.Transpose(x, 1, 0)) },
		"Reshape":        func(x, _ *Node) *Node { return must(gorgonia.Reshape(x, tensor.Shape{9})) },
		"scalar factor":  func(x, y *Node) *Node { return must(gorgonia.Mul(x, must(gorgonia.Sum(y)))) },
		"constant added": func(x, _ *Node) *Node { return must(gorgonia.Add(x, gorgonia.NewConstant(2.5))) },
	} {
		t.Run(name, func(t *testing.T) {
			r, g := Rand(3, "foreign"), New()
			in := []*Node{
				Input(g, "x", Uniform(r, tensor.Float64, 1, 3, 3)),
				Input(g, "y", Uniform(r, tensor.Float64, 1, 3, 3)),
			}
			before := [][]float64{float64sOf(t, in[0].Value()), float64sOf(t, in[1].Value())}
			x, y := Scale(in[0], 2), Scale(in[1], 2)
			out := f(x, y)
			cost := weighted(Mul(x, y), weight) // read after the foreign op
			outputs := []*Node{out, cost, x, y}
			for i, n := range outputs {
				want := float64sOf(t, evaluate(t, n, map[*Node]gorgonia.Value{}))
				requireClose(t, fmt.Sprintf("output %d", i), finish(t, dirtyPool(), outputs...)[i], want, 1e-13, 1e-13)
			}
			for i, n := range in {
				requireSameBits(t, "input", float64sOf(t, n.Value()), before[i])
			}
		})
	}
}

// The random graphs have small integers for elements, so that every order of
// summation gives the same bits and any difference is an error.
type randomGraph struct {
	t     *rapid.T
	g     *Graph
	nodes []*Node // all 3 by 3
	unit  *Node   // with elements -1, 0 and 1, so that products stay small
}

func newRandomGraph(t *rapid.T) *randomGraph {
	r := &randomGraph{t: t, g: New()}
	for i := range 3 {
		x := draw(t, 3, 3)
		for j, v := range x.Float64s() {
			x.Float64s()[j] = math.Round(2 * v)
		}
		r.nodes = append(r.nodes, Input(r.g, fmt.Sprint("in", i), x))
	}
	x := draw(t, 3, 3)
	for j, v := range x.Float64s() {
		x.Float64s()[j] = math.Round(v / 1.4)
	}
	r.unit = Input(r.g, "unit", x)
	return r
}

func (r *randomGraph) pick() *Node { return rapid.SampledFrom(r.nodes).Draw(r.t, "node") }

// grow adds n nodes. Half of them are Gorgonia's additions, most with a second
// term that can be added in place.
func (r *randomGraph) grow(n int) {
	rows := func() []int { return rapid.SliceOfN(rapid.IntRange(0, 2), 3, 3).Draw(r.t, "rows") }
	adders := []func() *Node{
		func() *Node { return MatMul(r.pick(), r.unit, rapid.Bool().Draw(r.t, "ta"), true) },
		func() *Node { return scatter(r.pick(), nil, rows(), 3) },
		func() *Node { return padRows(Rows(r.pick(), 1, 3), rapid.IntRange(0, 1).Draw(r.t, "at"), 3) },
		func() *Node { return PadColumns(Columns(r.pick(), 0, 2), rapid.IntRange(0, 1).Draw(r.t, "at"), 3) },
		func() *Node { return r.pick() },
	}
	term := func() *Node { return rapid.SampledFrom(adders).Draw(r.t, "term")() }
	ops := []func() *Node{
		term,
		func() *Node { return Sub(r.pick(), r.pick()) },
		func() *Node { return ReLU(r.pick()) },
		func() *Node { return Stop(r.pick()) },
		func() *Node { return Gather(r.pick(), rows()) },
		func() *Node { return Reshape(r.pick(), 3, 3) },
		func() *Node { return Rows(ConcatRows(r.pick(), r.pick()), 2, 5) },
		func() *Node { return ConcatRows(Rows(r.pick(), 0, 1), Rows(r.pick(), 1, 3)) },
		func() *Node { return AddRow(r.pick(), sumRows(r.pick())) },
		func() *Node {
			sum := gorgonia.Must(gorgonia.Add(sumRows(r.pick()), sumRows(r.pick())))
			return AddRow(r.pick(), sum)
		},
		func() *Node { return gorgonia.Must(gorgonia.Neg(r.pick())) },
	}
	for range n {
		if rapid.Bool().Draw(r.t, "sum") {
			r.nodes = append(r.nodes, gorgonia.Must(gorgonia.Add(r.pick(), term())))
		} else {
			r.nodes = append(r.nodes, rapid.SampledFrom(ops).Draw(r.t, "op")())
		}
	}
}

func (r *randomGraph) outputs() []*Node {
	return rapid.SliceOfN(rapid.SampledFrom(r.nodes), 1, 8).Draw(r.t, "outputs")
}

// Sums in place never change a value that is an output or read later: any
// sequence of runs over a graph that grows between them gives what plain
// evaluation gives, every output of the last run can be read, and all buffers
// come back, each once.
func TestMachineAgainstPlainEvaluation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRandomGraph(t)
		pool := dirtyPool()
		before := countBuffers(t, pool)
		m := NewMachine(tensor.Float64, pool)
		memo := map[*Node]gorgonia.Value{}
		for range size(t, "runs", 1, 6) {
			r.grow(size(t, "nodes", 1, 12))
			outputs, run := r.outputs(), m.Finish
			if rapid.Bool().Draw(t, "keep") {
				run = m.Run
			}
			if err := run(outputs...); err != nil {
				t.Fatal(err)
			}
			for i, n := range outputs {
				want := float64sOf(t, evaluate(t, n, memo))
				requireClose(t, fmt.Sprintf("output %d", i), Float64s(m.Value(n)), want, 0, 0)
			}
		}
		allocated := len(m.runner.(*machine[float64]).owned)
		m.Close()
		m.Close() // has nothing left to give
		if after := countBuffers(t, pool); after < before || after > before+allocated {
			t.Fatalf("the pool had %d buffers, has %d after %d allocations", before, after, allocated)
		}
	})
}

// countBuffers counts what a pool holds and finds a buffer that it holds twice.
func countBuffers(t rapid.TB, p *Pool) int {
	t.Helper()
	count := 0
	seen := map[*float64]bool{}
	for class, buffers := range p.f64 {
		for _, b := range buffers {
			if cap(b) != 1<<class {
				t.Fatalf("a buffer of %d elements is among those of %d", cap(b), 1<<class)
			}
			if first := &b[:1][0]; seen[first] {
				t.Fatal("one buffer was given back twice")
			} else {
				seen[first] = true
			}
			count++
		}
	}
	for _, buffers := range p.f32 {
		count += len(buffers)
	}
	return count
}

func TestMachineRunAndFinishGiveTheSameBits(t *testing.T) {
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		cost, in := smallNet(t, dt)
		outputs := append([]*Node{cost}, mustGrad(t, cost, in...)...)
		finished := finish(t, NewPool(), outputs...)
		m := NewMachine(dt, dirtyPool())
		if err := m.Run(outputs...); err != nil {
			t.Fatal(err)
		}
		for i, n := range outputs {
			requireSameBits(t, fmt.Sprintf("%v: output %d", dt, i), Float64s(m.Value(n)), finished[i])
		}
		m.Close()
	}
}

// The same net built and differentiated again has nodes of other hashes, and
// must sum its gradients in the same order.
func TestMachineSameNetSameBits(t *testing.T) {
	var first [][]float64
	for range 20 {
		cost, in := smallNet(t, tensor.Float32)
		got := finish(t, NewPool(), mustGrad(t, cost, in...)...)
		if first == nil {
			first = got
		}
		for i, x := range got {
			requireSameBits(t, fmt.Sprint("gradient ", i), x, first[i])
		}
	}
}

// What one run has computed the next does not compute again, and outputs that a
// later Finish does not name are given back.
func TestMachineKeepsValues(t *testing.T) {
	g := New()
	calls := 0
	x := Input(g, "x", FromFloat64s(tensor.Float64, []float64{1, 2}, 2))
	counted := apply(spec{name: "counted", shape: []int{2}, run: kernel{f64: func(dst []float64, in [][]float64) {
		calls++
		copy(dst, in[0])
	}}}, x)
	m := NewMachine(tensor.Float64, NewPool())
	for range 2 {
		if err := m.Run(counted); err != nil {
			t.Fatal(err)
		}
	}
	double := Scale(counted, 2)
	kept := m.Value(counted)
	if err := m.Run(double); err != nil {
		t.Fatal(err)
	}
	requireSameBits(t, "kept through a Run", Float64s(kept), []float64{1, 2})
	if err := m.Finish(double, Add(double, counted)); err != nil {
		t.Fatal(err)
	}
	if calls != 1 {
		t.Errorf("computed %d times, want once", calls)
	}
	requireSameBits(t, "named again", Float64s(m.Value(double)), []float64{2, 4})
	mustPanic(t, "given back", errNoValue, func() { m.Value(counted) })
	if err := m.Finish(Scale(counted, 3)); err != nil {
		t.Fatal(err)
	}
	if calls != 2 {
		t.Errorf("computed %d times, want twice", calls)
	}
}

// A kept window on a buffer is lost with the buffer, whether that is given back
// or added to, and computed again when it is asked for.
func TestMachineWindowOnWhatIsGone(t *testing.T) {
	for name, use := range map[string]func(y *Node) *Node{
		"given back": func(y *Node) *Node { return ReLU(y) },
		"added to":   func(y *Node) *Node { return gorgonia.Must(gorgonia.Add(y, Stop(y.Graph().AllNodes()[0]))) },
	} {
		g := New()
		x := Input(g, "x", FromFloat64s(tensor.Float64, []float64{1, 2}, 2))
		y := Scale(x, 2)
		window := Rows(y, 1, 2)
		m := NewMachine(tensor.Float64, NewPool())
		if err := m.Run(window); err != nil {
			t.Fatal(err)
		}
		if err := m.Finish(Scale(use(y), 5)); err != nil {
			t.Fatal(err)
		}
		mustPanic(t, name, errNoValue, func() { m.Value(window) })
		if err := m.Finish(window); err != nil {
			t.Fatal(err)
		}
		requireSameBits(t, name, Float64s(m.Value(window)), []float64{4})
	}
}

func TestMachineValuePanics(t *testing.T) {
	g := New()
	x := Input(g, "x", Zero(tensor.Float64, 2))
	m := NewMachine(tensor.Float64, NewPool())
	y := Scale(x, 2)
	mustPanic(t, "before any run", errNoValue, func() { m.Value(y) })
	if err := m.Run(y); err != nil {
		t.Fatal(err)
	}
	mustPanic(t, "made after the run", errNoValue, func() { m.Value(Scale(y, 2)) })
	mustPanic(t, "two elements for a scalar", errShape, func() { m.Scalar(y) })
	m.Close()
	mustPanic(t, "after Close", errNoValue, func() { m.Value(y) })
}

func TestMachineScalar(t *testing.T) {
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		g := New()
		x := Input(g, "x", FromFloat64s(dt, []float64{1.5, 2}, 2))
		m := NewMachine(dt, NewPool())
		total := Sum(x)
		if err := m.Run(total, x); err != nil {
			t.Fatal(err)
		}
		if got := m.Scalar(total); got != 3.5 {
			t.Errorf("found %v, want 3.5", got)
		}
		if shape := m.Value(total).Shape(); !shape.Eq(tensor.Shape{1}) {
			t.Errorf("the scalar has shape %v, want (1)", shape)
		}
		requireSameBits(t, "an input as an output", Float64s(m.Value(x)), []float64{1.5, 2})
	}
}

// A Machine sees the values that its inputs have when a run first reads them.
func TestMachineReadsInputsAtTheRun(t *testing.T) {
	g := New()
	v := FromFloat64s(tensor.Float64, []float64{1}, 1)
	y := Scale(Input(g, "x", v), 2)
	v.Float64s()[0] = 5
	requireSameBits(t, "value", finish(t, NewPool(), y)[0], []float64{10})
}

// A transposed tensor is read in the order of its elements, not of its memory.
func TestMachineTransposedInput(t *testing.T) {
	g := New()
	v := FromFloat64s(tensor.Float64, []float64{1, 2, 3, 4, 5, 6}, 2, 3)
	if err := v.T(); err != nil {
		t.Fatal(err)
	}
	requireSameBits(t, "value", finish(t, NewPool(), Scale(Input(g, "x", v), 1))[0], []float64{1, 4, 2, 5, 3, 6})
}

func TestMachineErrors(t *testing.T) {
	g := New()
	x := gorgonia.NewVector(g, tensor.Float64, gorgonia.WithShape(2), gorgonia.WithName("words"))
	y := Scale(x, 2)
	sum := gorgonia.Must(gorgonia.Add(y, Scale(y, 3)))
	m := NewMachine(tensor.Float64, NewPool())
	for _, run := range []func(...*Node) error{m.Run, m.Finish} {
		if err := run(sum); err == nil || !strings.Contains(err.Error(), `input "words" has no value`) {
			t.Errorf("found error %v", err)
		}
	}
	// Once the value is there the same machine goes on, nothing miscounted.
	if err := gorgonia.Let(x, FromFloat64s(tensor.Float64, []float64{1, 2}, 2)); err != nil {
		t.Fatal(err)
	}
	for _, run := range []func(...*Node) error{m.Run, m.Finish} {
		if err := run(y, sum); err != nil {
			t.Fatal(err)
		}
		requireSameBits(t, "term", Float64s(m.Value(y)), []float64{2, 4})
		requireSameBits(t, "sum", Float64s(m.Value(sum)), []float64{8, 16})
	}

	odd := gorgonia.Must(gorgonia.ApplyOp(failing, x))
	if err := m.Run(odd); !errors.Is(err, errFailing) {
		t.Errorf("found error %v, want one that wraps %v", err, errFailing)
	}
	short := foreignOp{"short", func(gorgonia.Value) (gorgonia.Value, error) { return gorgonia.NewF64(1), nil }}
	odd = gorgonia.Must(gorgonia.ApplyOp(short, x))
	if err := m.Run(odd); err == nil || !strings.Contains(err.Error(), "running short: found a result of shape (), expected (2)") {
		t.Errorf("found error %v", err)
	}
}

// An op may say that it overwrites its input, and do so.
func TestMachineForeignOpThatOverwrites(t *testing.T) {
	negate := foreignOp{"negate in place", func(v gorgonia.Value) (gorgonia.Value, error) {
		for i, x := range v.(*tensor.Dense).Float64s() {
			v.(*tensor.Dense).Float64s()[i] = -x
		}
		return v, nil
	}}
	x := vectors(New(), "x")[0]
	for _, in := range []*Node{x, Scale(x, 2)} {
		out := gorgonia.Must(gorgonia.ApplyOp(negate, in))
		got := finish(t, NewPool(), out, Add(in, out))
		requireSameBits(t, "sum of opposites", got[1], []float64{0, 0, 0})
	}
}

func TestMachineOfAnotherType(t *testing.T) {
	g := New()
	y := Scale(Input(g, "x", Zero(tensor.Float64, 2)), 2)
	mustPanic(t, "Float32 machine", errDtype, func() { _ = NewMachine(tensor.Float32, NewPool()).Run(y) })
	mustPanic(t, "integers", errDtype, func() { NewMachine(tensor.Int, NewPool()) })
}

// The next step allocates nothing that the one before did not, and memory does
// not grow over a thousand of them, the graph being built anew each time.
func TestMachineMemoryStaysFlat(t *testing.T) {
	pool := NewPool()
	step := func() {
		g := New()
		x, w := Input(g, "x", Zero(tensor.Float32, 16, 32)), Input(g, "w", Zero(tensor.Float32, 32, 32))
		h := MatMul(x, w, false, true)
		for range 3 {
			h = Add(ReLU(MatMul(h, w, false, true)), x)
		}
		m := NewMachine(tensor.Float32, pool)
		defer m.Close()
		if err := m.Run(h); err != nil {
			t.Fatal(err)
		}
		if err := m.Finish(mustGrad(t, weighted(h, weight), x, w)...); err != nil {
			t.Fatal(err)
		}
	}
	measure := func() (heap uint64, buffers int) {
		runtime.GC()
		runtime.GC() // twice, for what sync.Pools keep
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return s.HeapAlloc, countBuffers(t, pool)
	}
	for range 100 {
		step()
	}
	heap, buffers := measure()
	for range 1000 {
		step()
	}
	heapAfter, buffersAfter := measure()
	if buffersAfter != buffers {
		t.Errorf("the pool grew from %d to %d buffers", buffers, buffersAfter)
	}
	if heapAfter > heap+1<<20 {
		t.Errorf("the heap grew from %d to %d bytes", heap, heapAfter)
	}
}

// A chain of any length needs the buffers of a few links.
func TestMachineReusesBuffers(t *testing.T) {
	g := New()
	w, h := Input(g, "w", Zero(tensor.Float64, 3, 3)), Input(g, "x", Zero(tensor.Float64, 3, 3))
	for range 100 {
		h = gorgonia.Must(gorgonia.Add(Scale(h, 2), MatMul(ReLU(h), w, false, false)))
	}
	pool := NewPool()
	finish(t, pool, h)
	if n := countBuffers(t, pool); n > 4 {
		t.Errorf("%d buffers, want at most 4", n)
	}
}

// A weight that is used at many levels has one gradient buffer, not one a level.
func TestMachineAddsInPlace(t *testing.T) {
	g := New()
	w := Input(g, "w", Zero(tensor.Float64, 64, 64))
	h := Input(g, "x", Zero(tensor.Float64, 1, 64))
	for range 20 {
		h = MatMul(h, w, false, false)
	}
	grad := mustGrad(t, weighted(h, weight), w)[0]
	m := NewMachine(tensor.Float64, NewPool())
	if err := m.Finish(grad); err != nil {
		t.Fatal(err)
	}
	large := 0
	for _, h := range m.runner.(*machine[float64]).owned {
		if cap(h.buf) >= 64*64 {
			large++
		}
	}
	if large != 1 {
		t.Errorf("%d buffers of the weight's size, want 1", large)
	}
}

// BenchmarkMachine measures what a node costs where it computes next to
// nothing: 4,000 nodes, two thirds of them gradients.
func BenchmarkMachine(b *testing.B) {
	build := func() (cost *Node, wrt []*Node) {
		r, g := Rand(1, "benchmark"), New()
		x := Input(g, "x", Uniform(r, tensor.Float32, 0.1, 2, 4))
		w := Input(g, "w", Uniform(r, tensor.Float32, 0.1, 4, 4))
		h := x
		for range 667 {
			h = Add(MatMul(h, w, false, true), x)
		}
		return Sum(Reshape(h, 8)), []*Node{x, w}
	}
	perNode := func(b *testing.B, nodes int) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
	}
	cost, wrt := build()
	forward := len(cost.Graph().AllNodes())
	grads := mustGrad(b, cost, wrt...)
	all := len(cost.Graph().AllNodes())
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			build()
		}
		perNode(b, forward)
	})
	b.Run("build and differentiate", func(b *testing.B) {
		for b.Loop() {
			cost, wrt := build()
			mustGrad(b, cost, wrt...)
		}
		perNode(b, all)
	})
	b.Run("run", func(b *testing.B) {
		pool := NewPool()
		for b.Loop() {
			m := NewMachine(tensor.Float32, pool)
			if err := m.Finish(slices.Concat(grads, []*Node{cost})...); err != nil {
				b.Fatal(err)
			}
			m.Close()
		}
		perNode(b, all)
	})
}
