package graph

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
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

func TestMachineOfAnotherType(t *testing.T) {
	g := New()
	y := Scale(Input(g, "x", Zero(tensor.Float64, 2)), 2)
	mustPanic(t, "Float32 machine", errDtype, func() { _ = NewMachine(tensor.Float32, NewPool()).Run(y) })
	mustPanic(t, "integers", errDtype, func() { NewMachine(tensor.Int, NewPool()) })
}

// A gradient that is not there is no output, and has no value.
func TestMachineLeavesOutNil(t *testing.T) {
	in := vectors(New(), "a", "not read", "b")
	cost := Sum(Mul(in[0], Scale(in[2], 2)))
	grads := mustGrad(t, cost, in...)
	for name, run := range map[string]func(*Machine, ...*Node) error{"Run": (*Machine).Run, "Finish": (*Machine).Finish} {
		m := NewMachine(tensor.Float64, NewPool())
		if err := run(m, append(grads, cost)...); err != nil {
			t.Fatal(err)
		}
		got := m.Values(grads)
		if len(got) != 3 || got[1] != nil {
			t.Fatalf("%s: %v, want three values of which the second is nil", name, got)
		}
		requireSameBits(t, name+": gradient in a", Float64s(got[0]), []float64{2, 4, 6})
		requireSameBits(t, name+": gradient in b", Float64s(got[2]), []float64{2, 4, 6})
		if err := run(m, nil, nil); err != nil {
			t.Errorf("%s of nothing: %v", name, err)
		}
		m.Close()
	}
}
