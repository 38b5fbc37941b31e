package urnng

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"arbelos/layers"
)

// drawModel draws the shape of a small model.
func drawModel(t *rapid.T) *Model {
	dim := rapid.IntRange(1, 4)
	cfg := smallConfig()
	cfg.Vocab = rapid.IntRange(4, 9).Draw(t, "vocab")
	cfg.Width, cfg.QWidth = dim.Draw(t, "width"), dim.Draw(t, "q width")
	cfg.Layers, cfg.PositionRows = rapid.IntRange(1, 3).Draw(t, "layers"), rapid.IntRange(1, 9).Draw(t, "position rows")
	cfg.Pos = rapid.SampledFrom([]string{PosConcat, PosAdd}).Draw(t, "pos")
	m, err := New(cfg, rapid.Uint64().Draw(t, "seed"))
	if err != nil {
		t.Fatal(err)
	}
	m.Ops = rapid.SampledFrom([]layers.Ops{layers.Fused, layers.Unrolled}).Draw(t, "ops")
	return m
}

// Many trees of several sentences at once have the log p(x|z) and log p(z)
// that each has when its derivation is followed alone, in plain Go: merging
// equal work changes no value.
func TestGenerateMerging(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		n := rapid.IntRange(1, 7)
		longest := n.Draw(t, "longest")
		batch := batchOf(rapid.Uint64().Draw(t, "batch"), m.Vocab, longest, min(longest, n.Draw(t, "second")))
		trees := choose(rapid.Uint64().Draw(t, "trees"), batch, rapid.IntRange(1, 6).Draw(t, "samples"))
		v := m.evaluate(t, batch, trees, Key{})
		k := 0
		for b, it := range batch {
			for _, tree := range trees[b] {
				words, actions := naiveJoint(m, it.Words, tree)
				near(t, fmt.Sprintf("log p(x|%v)", tree), v.words[k], words, 1e-11)
				near(t, fmt.Sprintf("log p(%v)", tree), v.actions[k], actions, 1e-11)
				k++
			}
		}
	})
}

// More trees than one graph scores.
func TestLogJointInParts(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	words := batchOf(1, m.Vocab, 9)[0].Words
	trees := allTrees(9)
	if len(trees) <= 2*TreesPerGraph {
		t.Fatalf("%d trees test nothing", len(trees))
	}
	joint, err := m.LogJoint(words, trees)
	if err != nil {
		t.Fatal(err)
	}
	if len(joint) != len(trees) {
		t.Fatalf("%d values for %d trees", len(joint), len(trees))
	}
	for k, tree := range trees {
		w, a := naiveJoint(m, words, tree)
		near(t, tree.String(), joint[k], w+a, 1e-11)
	}
}
