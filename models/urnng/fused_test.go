package urnng

import (
	"math"
	"testing"

	"arbelos/graph"
	"arbelos/layers"
)

// The number of nodes of a fused step depends neither on lengths nor on the
// number of sentences, samples or states.
func TestNodesOfStep(t *testing.T) {
	cfg := smallConfig()
	cfg.Dropout = 0.3
	m := newModel(t, cfg, 1)
	nodes := func(samples int, lengths ...int) int {
		var c *layers.Context
		_, err := m.step(batchOf(4, m.Vocab, lengths...), Key{}, func(ctx *layers.Context, mac *graph.Machine, b sorted) (*objective, error) {
			c = ctx
			crf := m.posterior(ctx, b.sentences, 1)
			if err := mac.Run(crf.Beta); err != nil {
				return nil, err
			}
			trees, err := b.sample(crf.Chart, graph.Float64s(mac.Value(crf.Beta)), Key{Seed: 1}, samples)
			if err != nil {
				return nil, err
			}
			return m.bound(ctx, crf, b, trees, Options{Samples: samples, KLWeight: 1, TrainQ: true}), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return len(c.Graph.AllNodes())
	}
	want := nodes(2, 3, 3)
	for _, got := range []int{nodes(5, 3, 3), nodes(2, 12), nodes(3, 25, 7, 7, 2)} {
		if got != want {
			t.Errorf("%d nodes, another batch has %d", got, want)
		}
	}
	t.Logf("%d nodes", want)
}

// Sentences of 2 and of 100 words in one batch, with dropout: the fused step is
// the unrolled one.
func TestFusedStepLengths(t *testing.T) {
	cfg := smallConfig()
	cfg.Dropout = 0.3
	batch := batchOf(5, cfg.Vocab, 2, 100, 9)
	var steps [2]*Step
	for i, ops := range []layers.Ops{layers.Fused, layers.Unrolled} {
		m := newModel(t, cfg, 2)
		m.Ops = ops
		var err error
		if steps[i], err = m.Unsupervised(batch, Options{Key: Key{Seed: 3, Step: 4}, Samples: 3, KLWeight: 0.5, TrainQ: true}); err != nil {
			t.Fatal(err)
		}
	}
	fused, unrolled := steps[0], steps[1]
	near(t, "objective", fused.Objective, unrolled.Objective, 1e-10)
	for i, g := range fused.Grads {
		got, want := graph.Float64s(g), graph.Float64s(unrolled.Grads[i])
		for j := range want {
			if !(math.Abs(got[j]-want[j]) <= 1e-10*(1+math.Abs(want[j]))) {
				t.Fatalf("gradient %d, element %d: fused %.12g, unrolled %.12g", i, j, got[j], want[j])
			}
		}
	}
}
