package elbo

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

// Log-probabilities, entropies and divergences against sums in plain Go, and
// their gradients against central differences.
func TestCategorical(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, values := rapid.IntRange(1, 3).Draw(rt, "n"), rapid.IntRange(1, 5).Draw(rt, "values")
		z := rapid.SliceOfN(rapid.IntRange(0, values-1), 2*n, 2*n).Draw(rt, "z")
		seed := rapid.Uint64().Draw(rt, "seed")
		logits := []*tensor.Dense{random(seed, "q", 2, n, values), random(seed, "p", 2, n, values)}
		var entropy, kl, picked []float64
		for i := range n {
			q, p := softmax(logits[0], i), softmax(logits[1], i)
			var h, d float64
			for v := range q {
				h -= q[v] * math.Log(q[v])
				d += q[v] * math.Log(q[v]/p[v])
			}
			entropy, kl = append(entropy, h), append(kl, d)
			picked = append(picked, math.Log(q[z[2*i]]), math.Log(q[z[2*i+1]]))
		}
		for name, c := range map[string]struct {
			build func(in []*graph.Node) *graph.Node
			want  []float64
		}{
			"Entropy": {func(in []*graph.Node) *graph.Node { return NewCategorical(in[0]).Entropy() }, entropy},
			"KL":      {func(in []*graph.Node) *graph.Node { return NewCategorical(in[0]).KL(NewCategorical(in[1])) }, kl},
			"LogProb": {func(in []*graph.Node) *graph.Node { return NewCategorical(in[0]).LogProb(z) }, picked},
		} {
			g := graph.New()
			near(t, name, valueOf(t, c.build([]*graph.Node{graph.Input(g, "q", logits[0]), graph.Input(g, "p", logits[1])})), c.want, 1e-12)
			if err := graph.CheckGrad(c.build, logits, upstream, 1e-7); err != nil {
				rt.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestCategoricalPanics(t *testing.T) {
	g := graph.New()
	q := NewCategorical(graph.Input(g, "q", graph.Zero(graph.Float64, 2, 3)))
	mustPanic(t, "a value too high", errValue, func() { q.LogProb([]int{0, 3}) })
	mustPanic(t, "a negative value", errValue, func() { q.LogProb([]int{0, -1}) })
	mustPanic(t, "half a sample for each item", errShape, func() { q.LogProb([]int{0}) })
	mustPanic(t, "no sample", errSamples, func() { q.LogProb(nil) })
	mustPanic(t, "a divergence from one of other values", errShape, func() {
		q.KL(Categorical{graph.Input(g, "p", graph.Zero(graph.Float64, 2, 4))})
	})
	mustPanic(t, "a vector", errShape, func() { NewCategorical(graph.Input(g, "v", graph.Zero(graph.Float64, 3))) })
}
