package elbo

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

// The surrogate's value is the formula's to the last bit in both element types:
// what URNNG trains by.
func TestScoreFunctionBits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, k := rapid.IntRange(1, 4).Draw(rt, "n"), rapid.IntRange(1, 5).Draw(rt, "k")
		seed := rapid.Uint64().Draw(rt, "seed")
		f, logQ := random(seed, "f", 90, n, k), random(seed, "q", 20, n, k)
		for _, dt := range []tensor.Dtype{graph.Float32, graph.Float64} {
			g := graph.New()
			fNode, qNode := input(g, dt, "f", f), input(g, dt, "q", logQ)
			got := valueOf(t, ScoreFunction(fNode, qNode, LeaveOneOut(fNode)))[0]
			if want := scoreFormula(dt, f.Float64s(), logQ.Float64s(), n, k); got != want {
				rt.Errorf("%v: found %v, the formula gives %v", dt, got, want)
			}
		}
	})
}

// scoreFormula is mean f + mean (f - r) log q, with every intermediate result
// rounded to the element type.
func scoreFormula(dt tensor.Dtype, f, logQ []float64, n, k int) float64 {
	round := func(x float64) float64 {
		if dt == graph.Float32 {
			return float64(float32(x))
		}
		return x
	}
	weight := 1 / float64(n*k)
	var bound, score float64
	for i := range f {
		signal := round(f[i])
		if k > 1 {
			var others float64
			for j := i / k * k; j < (i/k+1)*k; j++ {
				if j != i {
					others += 1 / float64(k-1) * round(f[j])
				}
			}
			signal = round(signal - round(others))
		}
		bound += weight * round(f[i])
		score += weight * round(signal*round(logQ[i]))
	}
	return round(round(bound) + round(score))
}

// Given the samples, the gradient in log q is the signal over N K, and that in f
// is 1/(N K): no derivative goes through the signal or the baseline.
func TestScoreFunctionGradient(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, k := rapid.IntRange(1, 4).Draw(rt, "n"), rapid.IntRange(1, 5).Draw(rt, "k")
		seed := rapid.Uint64().Draw(rt, "seed")
		f, r := random(seed, "f", 3, n, k), random(seed, "r", 3, n, k)
		g := graph.New()
		in := []*graph.Node{graph.Input(g, "f", f), graph.Input(g, "q", random(seed, "q", 3, n, k)), graph.Input(g, "r", r)}
		got := gradientsOf(t, ScoreFunction(in[0], in[1], in[2]), in)
		for i, v := range f.Float64s() {
			size := float64(n * k)
			near(t, "gradient in f and log q", []float64{got[0][i], got[1][i], got[2][i]}, []float64{1 / size, (v - r.Float64s()[i]) / size, 0}, 1e-14)
		}
	})
}

// The entropy may be left to its closed form: with f = log p alone and the
// entropy added, the expected gradient is the same.
func TestScoreFunctionWithEntropy(t *testing.T) {
	d := newDiscrete(11, 3, 4, 2)
	want := differences(d.params(), d.bound)
	sum := make([]float64, len(concat(want)))
	d.tuples(2, func(z []int, p float64) {
		n := d.nodes(graph.Float64)
		f := Categorical{n.logJoint}.LogProb(z)
		score := ScoreFunction(f, n.q.LogProb(z), LeaveOneOut(f))
		for i, v := range concat(gradientsOf(t, graph.Add(score, Mean(n.q.Entropy())), n.params)) {
			sum[i] += p * v
		}
	})
	near(t, "expected gradient", sum, concat(want), 1e-7)
}

func TestScoreFunctionPanics(t *testing.T) {
	g := graph.New()
	in := func(name string, shape ...int) *graph.Node {
		return graph.Input(g, name, graph.Zero(graph.Float64, shape...))
	}
	a := in("a", 2, 3)
	mustPanic(t, "log q of other samples", errShape, func() { ScoreFunction(a, in("b", 2, 4), nil) })
	mustPanic(t, "a baseline of other samples", errShape, func() { ScoreFunction(a, a, in("c", 3, 2)) })
	mustPanic(t, "a vector", errShape, func() { ScoreFunction(in("d", 3), in("e", 3), nil) })
	mustPanic(t, "no sample", errSamples, func() { ScoreFunction(in("f", 2, 0), in("g", 2, 0), nil) })
	mustPanic(t, "no item", errSamples, func() { ScoreFunction(in("h", 0, 2), in("i", 0, 2), nil) })
}

// A NaN among the learning signals makes the surrogate NaN, not some number.
func TestScoreFunctionNaN(t *testing.T) {
	g := graph.New()
	f := graph.Input(g, "f", graph.FromFloat64s(graph.Float64, []float64{1, math.NaN(), 2, 3}, 2, 2))
	q := graph.Input(g, "q", graph.Zero(graph.Float64, 2, 2))
	if got := valueOf(t, ScoreFunction(f, q, LeaveOneOut(f)))[0]; !math.IsNaN(got) {
		t.Errorf("found %v, want NaN", got)
	}
}
