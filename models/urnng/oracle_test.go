package urnng

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/layers"
)

// smallConfig is a model small enough to be differentiated element by element.
// Words are the ids from 3 on.
func smallConfig() Config {
	return Config{
		Vocab: 7, Width: 3, QWidth: 2, Layers: 2, PositionRows: 12, Pos: PosConcat,
		Dtype: "float64", ParamInit: 0.8, Open: 1, Close: 2, Frame: [2]int{0, 1},
	}
}

func newModel(t rapid.TB, cfg Config, seed uint64) *Model {
	t.Helper()
	m, err := New(cfg, seed)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// batchOf draws sentences of the given lengths, with a tree each.
func batchOf(seed uint64, vocab int, lengths ...int) []Item {
	r := graph.Rand(seed, "test batch")
	var batch []Item
	for _, n := range lengths {
		it := Item{Tree: randomTree(n, r.IntN)}
		for range n {
			it.Words = append(it.Words, 3+r.IntN(vocab-3))
		}
		batch = append(batch, it)
	}
	return batch
}

// allTrees lists all binary trees over so many words.
func allTrees(words int) []layers.Tree {
	if words == 1 {
		return []layers.Tree{{layers.Shift}}
	}
	var all []layers.Tree
	for k := 1; k < words; k++ {
		for _, left := range allTrees(k) {
			for _, right := range allTrees(words - k) {
				all = append(all, append(slices.Concat(left, right), layers.Reduce))
			}
		}
	}
	return all
}

func randomTree(words int, intN func(int) int) layers.Tree {
	if words == 1 {
		return layers.Tree{layers.Shift}
	}
	k := 1 + intN(words-1)
	return append(slices.Concat(randomTree(k, intN), randomTree(words-k, intN)), layers.Reduce)
}

// choose picks so many trees for every sentence of a batch.
func choose(seed uint64, batch []Item, samples int) [][]layers.Tree {
	r := graph.Rand(seed, "test trees")
	trees := make([][]layers.Tree, len(batch))
	for i, it := range batch {
		for range samples {
			trees[i] = append(trees[i], randomTree(len(it.Words), r.IntN))
		}
	}
	return trees
}

// terms are what the objectives are made of, for given trees: a row for each
// tree, and an entropy for each sentence.
type terms struct{ words, actions, logQ, entropy []float64 }

// evaluate computes the terms. The batch is longest first; key gives the
// dropout masks.
func (m *Model) evaluate(t rapid.TB, batch []Item, trees [][]layers.Tree, key Key) terms {
	t.Helper()
	b, err := m.sort(batch)
	if err != nil {
		t.Fatal(err)
	}
	c, mac := m.context(&key), m.machines.Next()
	defer m.Release()
	crf := m.posterior(c, b.sentences, 1)
	p := m.generate(c, layers.NewPlan(b.sentences, trees, m.Open, m.Close))
	logQ := crf.LogProb(trees)
	if err := mac.Finish(p.words, p.actions, logQ, crf.Entropy); err != nil {
		t.Fatal(err)
	}
	return terms{
		graph.Float64s(mac.Value(p.words)), graph.Float64s(mac.Value(p.actions)),
		graph.Float64s(mac.Value(logQ)), graph.Float64s(mac.Value(crf.Entropy)),
	}
}

// drawn are the trees that a step or an evaluation with the key draws, in the
// batch's order.
func (m *Model) drawn(t rapid.TB, batch []Item, samples int, temperature float64, key Key) [][]layers.Tree {
	t.Helper()
	b, err := m.sort(batch)
	if err != nil {
		t.Fatal(err)
	}
	mac := m.machines.Next()
	defer m.Release()
	crf := m.posterior(m.context(nil), b.sentences, temperature)
	if err := mac.Run(crf.Beta); err != nil {
		t.Fatal(err)
	}
	trees, err := b.sample(crf.Chart, graph.Float64s(mac.Value(crf.Beta)), key, samples)
	if err != nil {
		t.Fatal(err)
	}
	inOrder := make([][]layers.Tree, len(batch))
	for i, at := range b.from {
		inOrder[at] = trees[i]
	}
	return inOrder
}

// given is the unsupervised step with trees that are given, not drawn.
func (m *Model) given(t rapid.TB, batch []Item, trees [][]layers.Tree, o Options) *Step {
	t.Helper()
	o.Samples = len(trees[0])
	s, err := m.step(batch, o.Key, func(c *layers.Context, _ *graph.Machine, b sorted) (*objective, error) {
		return m.bound(c, m.posterior(c, b.sentences, 1), b, trees, o), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// exactBound is the evidence lower bound of one sentence, with the KL weight w,
// as the sum over all its trees.
func (m *Model) exactBound(t rapid.TB, it Item, w float64) float64 {
	v := m.evaluate(t, []Item{it}, [][]layers.Tree{allTrees(len(it.Words))}, Key{})
	var bound float64
	for k, logQ := range v.logQ {
		bound += math.Exp(logQ) * (v.words[k] + w*v.actions[k] - w*logQ)
	}
	return bound
}

// exactLogP is log p(x) as the sum over all trees.
func (m *Model) exactLogP(t rapid.TB, words []int) float64 {
	t.Helper()
	joint, err := m.LogJoint(words, allTrees(len(words)))
	if err != nil {
		t.Fatal(err)
	}
	var p float64
	for _, v := range joint {
		p += math.Exp(v)
	}
	return math.Log(p)
}

// direction is a direction in the space of one parameter's values.
type direction struct {
	param int
	along []float64
}

// directions draws a random direction in every parameter.
func (m *Model) directions(seed uint64) []direction {
	var ds []direction
	for i, p := range m.params {
		ds = append(ds, direction{i, graph.Float64s(graph.Uniform(graph.Rand(seed, p.Name), graph.Float64, 1, p.Value.DataSize()))})
	}
	return ds
}

// elements are the directions of all single elements of the parameters.
func (m *Model) elements() []direction {
	var ds []direction
	for i, p := range m.params {
		for j := range p.Value.DataSize() {
			along := make([]float64, p.Value.DataSize())
			along[j] = 1
			ds = append(ds, direction{i, along})
		}
	}
	return ds
}

// of returns the derivative along the direction that gradients say.
func (d direction) of(s *Step) float64 {
	var total float64
	if g := s.Grads[d.param]; g != nil {
		for j, v := range graph.Float64s(g) {
			total += v * d.along[j]
		}
	}
	return total
}

// difference returns the central difference of f along the direction.
func (d direction) difference(m *Model, f func() float64) float64 {
	x := m.params[d.param].Value.Float64s()
	old := slices.Clone(x)
	defer copy(x, old)
	return graph.CentralDifference(func(h float64) float64 {
		for j := range x {
			x[j] = old[j] + h*d.along[j]
		}
		return f()
	})
}

// near reports where two numbers differ by more than tol (1 + |want|).
func near(t rapid.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Errorf("%s: got %.12g, want %.12g", what, got, want)
	}
}

// moments are the mean of draws and its standard error.
func moments(x []float64) (mean, standardError float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	var squares float64
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	n := float64(len(x))
	return mean, math.Sqrt(squares / (n - 1) / n)
}
