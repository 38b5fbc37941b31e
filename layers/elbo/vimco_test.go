package elbo

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"arbelos/graph"
)

// Given the samples, the gradient in log q is the learning signal of the
// definition, and that in the log-weights the normalised weights.
func TestVIMCO(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, k := rapid.IntRange(1, 3).Draw(rt, "n"), rapid.IntRange(1, 5).Draw(rt, "k")
		seed := rapid.Uint64().Draw(rt, "seed")
		logW, logQ := random(seed, "w", 4, n, k), random(seed, "q", 4, n, k)
		var value float64
		var signals, shares []float64
		for i := range n {
			row := logW.Float64s()[i*k : (i+1)*k]
			bound := logMeanExp(row)
			value += bound / float64(n)
			for this, v := range row {
				without := 0.0 // of one sample
				if k > 1 {
					replaced := append([]float64{}, row...)
					replaced[this] = (total(row) - v) / float64(k-1)
					without = logMeanExp(replaced)
				}
				signals = append(signals, (bound-without)/float64(n))
				shares = append(shares, math.Exp(v-bound)/float64(k*n))
				value += (bound - without) * logQ.Float64s()[i*k+this] / float64(n)
			}
		}
		g := graph.New()
		in := []*graph.Node{graph.Input(g, "w", logW), graph.Input(g, "q", logQ)}
		cost := VIMCO(in[0], in[1])
		near(t, "value", valueOf(t, cost), []float64{value}, 1e-11)
		grads := gradientsOf(t, cost, in)
		near(t, "gradient in the weights", grads[0], shares, 1e-12)
		near(t, "gradient in log q", grads[1], signals, 1e-11)
	})
}

// VIMCO's gradient in q has less variance than the score function's with the
// bound itself as the signal of all samples.
func TestVIMCOVariance(t *testing.T) {
	const draws, samples = 800, 5
	d := newDiscrete(7, 3, 4, 1)
	naive := func(logP, logQ *graph.Node) *graph.Node {
		bound := ImportanceWeighted(graph.Sub(logP, logQ))
		return Mean(graph.Add(bound, graph.Mul(graph.Stop(bound), graph.RowSums(logQ))))
	}
	_, without := moments(d.sampled(t, 1, draws, samples, naive))
	_, with := moments(d.sampled(t, 1, draws, samples, vimco))
	t.Logf("total variance of the gradient in q, K = %d: %.4g by the bound itself, %.4g by VIMCO", samples, total(without[15:]), total(with[15:]))
	if !(total(with[15:]) < total(without[15:])/4) {
		t.Errorf("variance %.4g by VIMCO, %.4g without baseline", total(with[15:]), total(without[15:]))
	}
}

func TestVIMCOPanics(t *testing.T) {
	g := graph.New()
	w := graph.Input(g, "w", graph.Zero(graph.Float64, 2, 3))
	mustPanic(t, "other samples", errShape, func() { VIMCO(w, graph.Input(g, "q", graph.Zero(graph.Float64, 2, 2))) })
	empty := graph.Input(g, "none", graph.Zero(graph.Float64, 2, 0))
	mustPanic(t, "no sample", errSamples, func() { VIMCO(empty, empty) })
}

// A NaN among the weights makes the surrogate NaN.
func TestVIMCONaN(t *testing.T) {
	g := graph.New()
	w := graph.Input(g, "w", graph.FromFloat64s(graph.Float64, []float64{1, math.NaN(), 2, 3}, 2, 2))
	if got := valueOf(t, VIMCO(w, graph.Input(g, "q", graph.Zero(graph.Float64, 2, 2))))[0]; !math.IsNaN(got) {
		t.Errorf("found %v, want NaN", got)
	}
}
