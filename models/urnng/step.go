package urnng

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/layers/elbo"
)

// Item is one sentence of a batch: word ids without boundary symbols, and for
// supervised training its tree.
type Item struct {
	Words []int
	Tree  layers.Tree
}

// Options are what an unsupervised step needs beside the batch.
type Options struct {
	Key      Key
	Samples  int     // trees drawn for each sentence; 1 has no leave-one-out baseline
	KLWeight float64 // of log p(z) and of the entropy
	TrainQ   bool    // whether q gets gradients
}

// Step is what a training step found. Sums run over the sentences and are
// means over a sentence's samples; logarithms are natural.
type Step struct {
	Sentences, Words int // Words counts one </s> a sentence

	Objective  float64 // mean over the sentences of what is maximised
	LogWords   float64 // sum of log p(x|z)
	LogActions float64 // sum of log p(z)
	LogQ       float64 // sum of log q(z|x) of the gold tree; 0 where unsupervised
	Entropy    float64 // sum of H[q]

	States, Unmerged int // stack states computed, and how many without merging

	Times Times

	// Grads are the gradients of Objective, in the order of Params; nil where
	// it does not depend on a parameter. They are valid until the next step.
	Grads []*tensor.Dense
}

// Times says where the time of a step went.
type Times struct {
	Q        time.Duration // the inference network up to the inside scores
	Plan     time.Duration // drawing trees, merging, building the graph and its gradients
	Forward  time.Duration // the generative network and the rest of the objective
	Backward time.Duration // all gradients
}

// ErrBatch is matched by the errors that a batch's content raises.
var ErrBatch = errors.New("urnng: bad batch")

// Unsupervised draws trees from q and returns the gradients of the surrogate of
// the evidence lower bound.
func (m *Model) Unsupervised(batch []Item, o Options) (*Step, error) {
	if o.Samples < 1 {
		return nil, fmt.Errorf("%w: %d samples, expected at least 1", ErrBatch, o.Samples)
	}
	return m.step(batch, o.Key, func(c *layers.Context, mac *graph.Machine, b sorted) (*objective, error) {
		begin := time.Now()
		crf := m.posterior(c, b.sentences, 1)
		if err := mac.Run(crf.Beta); err != nil {
			return nil, err
		}
		q := time.Since(begin)
		trees, err := b.sample(crf.Chart, graph.Float64s(mac.Value(crf.Beta)), o.Key, o.Samples)
		if err != nil {
			return nil, err
		}
		objective := m.bound(c, crf, b, trees, o)
		objective.q = q
		return objective, nil
	})
}

// bound adds p and the surrogate to a graph for the given trees, o.Samples for
// each sentence.
func (m *Model) bound(c *layers.Context, crf *layers.TreeCRF, b sorted, trees [][]layers.Tree, o Options) *objective {
	plan := layers.NewPlan(b.sentences, trees, m.Open, m.Close)
	p := m.generate(c, plan)
	return &objective{
		cost: surrogate(p, crf.LogProb(trees), crf.Entropy, o.Samples, o.KLWeight, o.TrainQ),
		plan: plan, samples: o.Samples, p: p, entropy: crf.Entropy,
	}
}

// Supervised returns the gradients of log p(x, z) + log q(z|x) for the batch's
// own trees, averaged over the sentences.
func (m *Model) Supervised(batch []Item, key Key) (*Step, error) {
	return m.step(batch, key, func(c *layers.Context, _ *graph.Machine, b sorted) (*objective, error) {
		trees, err := b.gold()
		if err != nil {
			return nil, err
		}
		crf := m.posterior(c, b.sentences, 1)
		plan := layers.NewPlan(b.sentences, trees, m.Open, m.Close)
		p := m.generate(c, plan)
		logQ := crf.LogProb(trees)
		total := graph.Add(graph.Add(p.words, p.actions), logQ)
		return &objective{
			cost: elbo.Mean(total),
			plan: plan, samples: 1, p: p, logQ: logQ, entropy: crf.Entropy,
		}, nil
	})
}

// objective is a step's graph up to the scalar to be maximised.
type objective struct {
	cost    *graph.Node
	plan    *layers.Plan
	samples int
	p       joint
	logQ    *graph.Node // nil where it is no figure
	entropy *graph.Node
	q       time.Duration // that q ran while the graph was built
}

type buildFunc func(*layers.Context, *graph.Machine, sorted) (*objective, error)

// step builds a graph, differentiates it and runs it.
func (m *Model) step(batch []Item, key Key, build buildFunc) (*Step, error) {
	b, err := m.sort(batch)
	if err != nil {
		return nil, err
	}
	return graph.UntilUnmerged(func() (*Step, error) { return m.tryStep(b, key, build) })
}

func (m *Model) tryStep(b sorted, key Key, build buildFunc) (*Step, error) {
	begin := time.Now()
	c, mac := m.context(&key), m.machines.Next()
	o, err := build(c, mac, b)
	if err != nil {
		return nil, err
	}
	grads, err := c.Grad(o.cost, m.params)
	if err != nil {
		return nil, err
	}
	outputs := []*graph.Node{o.cost, o.p.words, o.p.actions, o.entropy}
	if o.logQ != nil {
		outputs = append(outputs, o.logQ)
	}
	built := time.Now()
	if err := mac.Run(o.cost); err != nil {
		return nil, err
	}
	ahead := time.Now()
	if err := mac.Finish(append(outputs, grads...)...); err != nil {
		return nil, err
	}
	s := &Step{
		Sentences:  len(b.items),
		Words:      len(o.plan.Leaves) - len(b.items), // all leaves but <s>
		Objective:  mac.Scalar(o.cost),
		LogWords:   sum(mac.Value(o.p.words)) / float64(o.samples),
		LogActions: sum(mac.Value(o.p.actions)) / float64(o.samples),
		Entropy:    sum(mac.Value(o.entropy)),
		States:     o.plan.Stack.Rows(),
		Unmerged:   o.plan.Unmerged,
		Grads:      mac.Values(grads),
		Times:      Times{Q: o.q, Plan: built.Sub(begin) - o.q, Forward: ahead.Sub(built), Backward: time.Since(ahead)},
	}
	if o.logQ != nil {
		s.LogQ = sum(mac.Value(o.logQ))
	}
	return s, nil
}

func sum(t *tensor.Dense) float64 {
	var total float64
	for _, v := range graph.Float64s(t) {
		total += v
	}
	return total
}

// sorted is a batch with its longest sentences first.
type sorted struct {
	items     []Item
	sentences [][]int
	from      []int // the place of each in the batch
}

func (m *Model) sort(batch []Item) (sorted, error) {
	b := sorted{from: make([]int, len(batch))}
	if len(batch) == 0 {
		return b, fmt.Errorf("%w: no sentence", ErrBatch)
	}
	for i, it := range batch {
		b.from[i] = i
		if len(it.Words) == 0 {
			return b, fmt.Errorf("%w: sentence %d has no word", ErrBatch, i)
		}
		for _, w := range it.Words {
			if w < 0 || w >= m.Vocab {
				return b, fmt.Errorf("%w: sentence %d has word id %d, expected 0 to %d", ErrBatch, i, w, m.Vocab-1)
			}
		}
	}
	slices.SortStableFunc(b.from, func(i, j int) int { return len(batch[j].Words) - len(batch[i].Words) })
	for _, i := range b.from {
		b.items = append(b.items, batch[i])
		b.sentences = append(b.sentences, batch[i].Words)
	}
	return b, nil
}

// gold returns the batch's own trees.
func (b sorted) gold() ([][]layers.Tree, error) {
	trees := make([][]layers.Tree, len(b.items))
	for i, it := range b.items {
		if !it.Tree.Over(len(it.Words)) {
			return nil, fmt.Errorf("%w: sentence %d has the actions %q, expected a tree over %d words", ErrBatch, b.from[i], it.Tree, len(it.Words))
		}
		trees[i] = []layers.Tree{it.Tree}
	}
	return trees, nil
}

// restore puts one value a sentence back into the batch's order.
func restore[V any](b sorted, x []V) []V {
	out := make([]V, len(x))
	for i, at := range b.from {
		out[at] = x[i]
	}
	return out
}

// sample draws trees for every sentence. What is drawn for a sentence depends
// on its place in the batch, not on the order of the work.
func (b sorted) sample(chart *graph.Chart, beta []float64, key Key, samples int) ([][]layers.Tree, error) {
	d := layers.Decoder{Chart: chart}
	trees := make([][]layers.Tree, len(b.items))
	for i, at := range b.from {
		r := graph.Rand(key.Seed, "trees", key.Step, uint64(at))
		for range samples {
			t, err := d.Sample(beta, i, r)
			if err != nil {
				return nil, fmt.Errorf("sentence %d of the batch: %w", at, err)
			}
			trees[i] = append(trees[i], t)
		}
	}
	return trees, nil
}
