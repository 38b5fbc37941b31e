package train

import (
	"math"
	"strings"
	"testing"

	"arbelos/graph"

	"github.com/google/go-cmp/cmp"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// adamByDefinition computes Adam's path without recurrences: every moment is
// the weighted sum over all gradients so far that its recurrence unrolls to.
func adamByDefinition(x float64, rates, grads []float64) float64 {
	for t := range grads {
		var m, v, wm, wv float64
		for i := range t + 1 {
			a, b := math.Pow(0.9, float64(t-i)), math.Pow(0.999, float64(t-i))
			m, wm = m+a*grads[i], wm+a
			v, wv = v+b*grads[i]*grads[i], wv+b
		}
		x += rates[t] * (m / wm) / (math.Sqrt(v/wv) + 1e-8)
	}
	return x
}

func TestAdamDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "steps")
		grads := rapid.SliceOfN(rapid.Float64Range(-5, 5), n, n).Draw(t, "gradients")
		rates := rapid.SliceOfN(rapid.Float64Range(0, 0.1), n, n).Draw(t, "rates")
		x0 := rapid.Float64Range(-2, 2).Draw(t, "x0")
		p, p32 := param64("x", x0, x0), param32("y", float32(x0))
		var o Adam
		for i, g := range grads {
			o.Step(rates[i], []*graph.Param{p, p32}, []*tensor.Dense{
				vector(g, -g), tensor.New(tensor.WithShape(1), tensor.WithBacking([]float32{float32(g)})),
			})
		}
		want := adamByDefinition(x0, rates, grads)
		x, y := elements[float64](p.Value), elements[float32](p32.Value)[0]
		if math.Abs(x[0]-want) > 1e-10 {
			t.Fatalf("found %v, want %v", x[0], want)
		}
		if mirrored := 2*x0 - want; math.Abs(x[1]-mirrored) > 1e-10 {
			t.Fatalf("with gradients negated: found %v, want %v", x[1], mirrored)
		}
		// Tiny gradients, beneath float32's range when squared, are left out.
		for _, g := range grads {
			if g != 0 && math.Abs(g) < 1e-12 {
				return
			}
		}
		if math.Abs(float64(y)-want) > 1e-4 {
			t.Fatalf("float32: found %v, want %v", y, want)
		}
	})
}

// With a constant gradient the corrected moments are g and g^2 at every step.
func TestAdamConstantGradient(t *testing.T) {
	for _, g := range []float64{3, -0.02, 1e-8} {
		p := param64("x", 0)
		var o Adam
		for range 100 {
			o.Step(0.01, []*graph.Param{p}, []*tensor.Dense{vector(g)})
		}
		want := 100 * 0.01 * g / (math.Abs(g) + 1e-8)
		if got := elements[float64](p.Value)[0]; math.Abs(got-want) > 1e-9 {
			t.Errorf("gradient %v: moved by %v, want %v", g, got, want)
		}
	}
}

func TestAdamNilGradientIsZero(t *testing.T) {
	a, b := param64("x", 1, 2), param64("x", 1, 2)
	var oa, ob Adam
	for i, g := range []*tensor.Dense{vector(1, -2), nil, vector(3, 0), nil, nil} {
		zero := g
		if g == nil {
			zero = vector(0, 0)
		}
		before := elements[float64](a.Value)[0]
		oa.Step(0.1, []*graph.Param{a}, []*tensor.Dense{g})
		ob.Step(0.1, []*graph.Param{b}, []*tensor.Dense{zero})
		if diff := cmp.Diff(elements[float64](a.Value), elements[float64](b.Value)); diff != "" {
			t.Fatalf("step %d: nil differs from zeros:\n%s", i+1, diff)
		}
		if before == elements[float64](a.Value)[0] {
			t.Fatalf("step %d: momentum did not move the parameter", i+1)
		}
	}
}

func TestAdamConverges(t *testing.T) {
	p := param64("x", 5, -3)
	var o Adam
	for step := range 4000 {
		x := elements[float64](p.Value)
		o.Step(0.1/(1+float64(step)/100), []*graph.Param{p}, []*tensor.Dense{vector(1-x[0], 100*(2-x[1]))})
	}
	if x := elements[float64](p.Value); math.Abs(x[0]-1) > 1e-3 || math.Abs(x[1]-2) > 1e-3 {
		t.Errorf("ended at %v, want 1 and 2", x)
	}
}

// A restored optimiser goes on as if it had never stopped, bit by bit, and
// shares nothing with the one it came from.
func TestAdamState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		step := func(o *Adam, params []*graph.Param, i int) {
			r := graph.Rand(9, "adam test", uint64(i))
			o.Step(0.01, params, []*tensor.Dense{
				vector(r.NormFloat64(), r.NormFloat64()),
				tensor.New(tensor.WithShape(1), tensor.WithBacking([]float32{r.Float32()})),
			})
		}
		cut := rapid.IntRange(0, 10).Draw(t, "cut")
		params := []*graph.Param{param64("x", 1, 2), param32("y", 3)}
		var o, restored Adam
		for i := range cut {
			step(&o, params, i)
		}
		copied := []*graph.Param{param64("x", elements[float64](params[0].Value)...), param32("y", elements[float32](params[1].Value)...)}
		for i := range copied {
			copied[i].Value = params[i].Value.Clone().(*tensor.Dense)
		}
		if err := restored.Restore(o.State(), copied); err != nil {
			t.Fatal(err)
		}
		for i := cut; i < 20; i++ {
			step(&o, params, i)
		}
		for i := cut; i < 20; i++ {
			step(&restored, copied, i)
		}
		for i := range params {
			if diff := cmp.Diff(params[i].Value.Data(), copied[i].Value.Data()); diff != "" {
				t.Fatalf("cut after %d: %s differs:\n%s", cut, params[i].Name, diff)
			}
		}
	})
}

func TestAdamRefusesState(t *testing.T) {
	params := []*graph.Param{param64("x", 1, 2)}
	for want, s := range map[string]OptimiserState{
		`"sgd"`: {Rule: "sgd"},
		`"v/x"`: {Rule: "adam", Steps: 1, Tensors: map[string]*tensor.Dense{"m/x": vector(1, 2)}},
		"shape": {Rule: "adam", Steps: 1, Tensors: map[string]*tensor.Dense{"m/x": vector(1, 2, 3), "v/x": vector(1, 2)}},
		"expected 2": {Rule: "adam", Steps: 1, Tensors: map[string]*tensor.Dense{
			"m/x": vector(1, 2), "v/x": vector(1, 2), "m/y": vector(1)}},
		"expected 0": {Rule: "adam", Tensors: map[string]*tensor.Dense{"m/x": vector(1, 2)}},
	} {
		o := Adam{steps: 3}
		if err := o.Restore(s, params); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
		if o.steps != 3 || o.m != nil {
			t.Errorf("state has changed after a refusal")
		}
	}
}

func BenchmarkAdamFloat32(b *testing.B) {
	const n = 1 << 20
	p := param32("x", make([]float32, n)...)
	g := tensor.New(tensor.WithShape(n), tensor.WithBacking(make([]float32, n)))
	var o Adam
	b.SetBytes(4 * n)
	for b.Loop() {
		o.Step(0.1, []*graph.Param{p}, []*tensor.Dense{g})
	}
}
