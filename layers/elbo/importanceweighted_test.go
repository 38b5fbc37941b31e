package elbo

import (
	"fmt"
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

// Value and gradient against the definition and central differences; the
// gradient in the log-weights is the normalised weights.
func TestImportanceWeighted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, k := rapid.IntRange(1, 3).Draw(rt, "n"), rapid.IntRange(1, 5).Draw(rt, "k")
		logW := random(rapid.Uint64().Draw(rt, "seed"), "weights", 4, n, k)
		var bound, shares []float64
		for i := range n {
			row := logW.Float64s()[i*k : (i+1)*k]
			bound = append(bound, logMeanExp(row))
			for _, v := range row {
				shares = append(shares, math.Exp(v-bound[i])/float64(k))
			}
		}
		for _, dt := range []tensor.Dtype{graph.Float32, graph.Float64} {
			tol := 1e-12
			if dt == graph.Float32 {
				tol = 1e-5
			}
			w := input(graph.New(), dt, "w", logW)
			near(t, "bound", valueOf(t, ImportanceWeighted(w)), bound, tol)
			near(t, "weights", valueOf(t, NormalisedWeights(w)), shares, tol)
			near(t, "gradient", gradientsOf(t, graph.Sum(ImportanceWeighted(w)), []*graph.Node{w})[0], shares, tol)
		}
		for _, build := range []func(*graph.Node) *graph.Node{ImportanceWeighted, NormalisedWeights} {
			if err := graph.CheckGrad(func(in []*graph.Node) *graph.Node { return build(in[0]) }, []*tensor.Dense{logW}, upstream, 1e-7); err != nil {
				rt.Error(err)
			}
		}
	})
}

// Weights far beyond the range of exp are weighed as they are.
func TestImportanceWeightedExtremes(t *testing.T) {
	logW := graph.Input(graph.New(), "w", graph.FromFloat64s(graph.Float64, []float64{-4000, -4000, 5000, -5000}, 2, 2))
	near(t, "bound", valueOf(t, ImportanceWeighted(logW)), []float64{-4000, 5000 - math.Ln2}, 1e-14)
}

// A weight of zero is one; an item with no other has the bound -Inf and no
// gradient; NaN stays NaN.
func TestImportanceWeightedZeroAndNaN(t *testing.T) {
	inf := math.Inf(-1)
	logW := graph.Input(graph.New(), "w", graph.FromFloat64s(graph.Float64, []float64{1, inf, inf, inf, 0, math.NaN()}, 3, 2))
	bound := ImportanceWeighted(logW)
	got, grads := valueOf(t, bound), gradientsOf(t, graph.Sum(bound), []*graph.Node{logW})[0]
	near(t, "one weight of zero", got[:1], []float64{1 - math.Ln2}, 1e-14)
	near(t, "its gradient", grads[:2], []float64{1, 0}, 1e-14)
	if got[1] != inf || grads[2] != 0 || grads[3] != 0 {
		t.Errorf("all weights zero: bound %v and gradient %v, want -Inf and zeros", got[1], grads[2:4])
	}
	if !math.IsNaN(got[2]) {
		t.Errorf("a weight NaN: found the bound %v", got[2])
	}
}

// The bound rises with the number of samples, from the evidence lower bound to
// log p(x), here exactly.
func TestImportanceWeightedRises(t *testing.T) {
	d := newDiscrete(3, 3, 4, 1)
	logP, _ := d.tables()
	evidence := logMeanExp(logP[0]) + math.Log(3)
	before := d.bound()
	near(t, "one sample", []float64{d.importanceBound(1)}, []float64{before}, 1e-13)
	for k := 2; k <= 8; k++ {
		bound := d.importanceBound(k)
		if !(bound > before && bound < evidence) {
			t.Errorf("the bound of %d samples is %v, that of one less %v, log p(x) %v", k, bound, before, evidence)
		}
		before = bound
	}
}

func TestImportanceWeightedPanics(t *testing.T) {
	g := graph.New()
	leaf := func(shape ...int) *graph.Node {
		return graph.Input(g, fmt.Sprint("leaf ", len(g.AllNodes())), graph.Zero(graph.Float64, shape...))
	}
	for _, f := range []func(*graph.Node) *graph.Node{ImportanceWeighted, NormalisedWeights, SampleMean} {
		mustPanic(t, "a vector", errShape, func() { f(leaf(3)) })
		mustPanic(t, "no sample", errSamples, func() { f(leaf(3, 0)) })
	}
}
