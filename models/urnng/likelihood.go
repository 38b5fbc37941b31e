package urnng

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"arbelos/graph"
	"arbelos/layers"
)

// TreesPerGraph bounds the trees that one graph scores, and with them memory.
const TreesPerGraph = 512

// Likelihood is what samples say about one sentence; natural logarithms.
type Likelihood struct {
	Words int // one </s> included
	// Bound is the evidence lower bound, mean_k log p(x, z_k) + H[q]. It is NaN
	// where the samples do not come from q itself, at a temperature other than 1.
	Bound float64
	// Importance is log (1/K) sum_k p(x, z_k) / q(z_k|x), q being what the
	// samples come from: a bound whose mean rises with K, to log p(x).
	Importance float64
	// Endless is the same of the words alone, without </s> and the last REDUCE,
	// which is what the authors' perplexities are of.
	Endless    float64
	LogWords   float64 // mean over the samples of log p(x|z)
	LogActions float64 // mean over the samples of log p(z)
	Entropy    float64 // of what the samples come from
	Distinct   int     // different trees among the samples
}

// Likelihood estimates log p(x) of every sentence of a batch from samples trees
// each, drawn from q with its span scores divided by temperature.
func (m *Model) Likelihood(batch []Item, samples int, temperature float64, key Key) ([]Likelihood, error) {
	if err := checkSampling(samples, temperature); err != nil {
		return nil, err
	}
	b, err := m.sort(batch)
	if err != nil {
		return nil, err
	}
	c, mac := m.context(nil), m.machines.Next()
	defer m.Release()
	crf := m.posterior(c, b.sentences, temperature)
	if err := mac.Finish(crf.Scores, crf.Beta, crf.LogPartition, crf.Entropy); err != nil {
		return nil, err
	}
	scores := graph.Float64s(mac.Value(crf.Scores))
	logZ := graph.Float64s(mac.Value(crf.LogPartition))
	entropy := graph.Float64s(mac.Value(crf.Entropy))
	trees, err := b.sample(crf.Chart, graph.Float64s(mac.Value(crf.Beta)), key, samples)
	if err != nil {
		return nil, err
	}
	out := make([]Likelihood, len(batch))
	for i, sentence := range b.sentences {
		distinct, count := distinctTrees(trees[i])
		p, err := m.joint(sentence, distinct)
		if err != nil {
			return nil, err
		}
		l := Likelihood{Words: len(sentence) + 1, Bound: math.NaN(), Entropy: entropy[i], Distinct: len(distinct)}
		logWeight, endless := make([]float64, len(distinct)), make([]float64, len(distinct))
		for k, tree := range distinct {
			n := float64(count[k])
			l.LogWords += n * p[k].words / float64(samples)
			l.LogActions += n * p[k].actions / float64(samples)
			logWeight[k] = math.Log(n) + p[k].words + p[k].actions - (treeScore(crf.Chart, scores, i, tree) - logZ[i])
			endless[k] = logWeight[k] - p[k].end
		}
		l.Importance = floats.LogSumExp(logWeight) - math.Log(float64(samples))
		l.Endless = floats.LogSumExp(endless) - math.Log(float64(samples))
		if temperature == 1 {
			l.Bound = l.LogWords + l.LogActions + l.Entropy
		}
		out[b.from[i]] = l
	}
	return out, nil
}

// Draw returns samples trees for every sentence of a batch, drawn from q with
// its span scores divided by temperature.
func (m *Model) Draw(batch []Item, samples int, temperature float64, key Key) ([][]layers.Tree, error) {
	if err := checkSampling(samples, temperature); err != nil {
		return nil, err
	}
	b, err := m.sort(batch)
	if err != nil {
		return nil, err
	}
	c, mac := m.context(nil), m.machines.Next()
	defer m.Release()
	crf := m.posterior(c, b.sentences, temperature)
	if err := mac.Finish(crf.Beta); err != nil {
		return nil, err
	}
	trees, err := b.sample(crf.Chart, graph.Float64s(mac.Value(crf.Beta)), key, samples)
	if err != nil {
		return nil, err
	}
	return restore(b, trees), nil
}

func checkSampling(samples int, temperature float64) error {
	if samples < 1 || !(temperature > 0) {
		return fmt.Errorf("%w: %d samples at temperature %v, expected at least 1 and more than 0", ErrBatch, samples, temperature)
	}
	return nil
}

// SpanScores returns q's scores of all spans of a batch, in the order of its
// chart (see graph.Chart).
func (m *Model) SpanScores(batch []Item) ([]float64, error) {
	b, err := m.sort(batch)
	if err != nil {
		return nil, err
	}
	c, mac := m.context(nil), m.machines.Next()
	defer m.Release()
	scores := m.posterior(c, b.sentences, 1).Scores
	if err := mac.Finish(scores); err != nil {
		return nil, err
	}
	return graph.Float64s(mac.Value(scores)), nil
}

// GoldLogProb returns log p(x, z) and log q(z|x) of every sentence of a batch
// with its own tree.
func (m *Model) GoldLogProb(batch []Item) (logP, logQ []float64, err error) {
	if logP, err = m.LogJointEach(batch); err != nil {
		return nil, nil, err
	}
	b, err := m.sort(batch)
	if err != nil {
		return nil, nil, err
	}
	trees, err := b.gold()
	if err != nil {
		return nil, nil, err
	}
	c, mac := m.context(nil), m.machines.Next()
	defer m.Release()
	q := m.posterior(c, b.sentences, 1).LogProb(trees)
	if err := mac.Finish(q); err != nil {
		return nil, nil, err
	}
	return logP, restore(b, graph.Float64s(mac.Value(q))), nil
}

// LogJointEach returns log p(x, z) of every item with its own tree. Items share
// no work, though they be the same sentence.
func (m *Model) LogJointEach(batch []Item) ([]float64, error) {
	b, err := m.sort(batch)
	if err != nil {
		return nil, err
	}
	trees, err := b.gold()
	if err != nil {
		return nil, err
	}
	c, mac := m.context(nil), m.machines.Next()
	defer m.Release()
	p := m.generate(c, layers.NewPlan(b.sentences, trees, m.Open, m.Close))
	total := graph.Add(p.words, p.actions)
	if err := mac.Finish(total); err != nil {
		return nil, err
	}
	return restore(b, graph.Float64s(mac.Value(total))), nil
}

// LogJoint returns log p(x, z) of one sentence with each of the trees.
func (m *Model) LogJoint(sentence []int, trees []layers.Tree) ([]float64, error) {
	if _, err := m.sort([]Item{{Words: sentence}}); err != nil {
		return nil, err
	}
	for i, t := range trees {
		if !t.Over(len(sentence)) {
			return nil, fmt.Errorf("%w: tree %d has the actions %q, expected a tree over %d words", ErrBatch, i, t, len(sentence))
		}
	}
	p, err := m.joint(sentence, trees)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(p))
	for k := range p {
		out[k] = p[k].words + p[k].actions
	}
	return out, nil
}

// logJoint is log p(x, z) of one tree in its two parts, of which end is that of
// </s> and of the REDUCE after it.
type logJoint struct{ words, actions, end float64 }

func (m *Model) joint(sentence []int, trees []layers.Tree) ([]logJoint, error) {
	defer m.Release()
	var out []logJoint
	for from := 0; from < len(trees); from += TreesPerGraph {
		part := trees[from:min(from+TreesPerGraph, len(trees))]
		plan := layers.NewPlan([][]int{sentence}, [][]layers.Tree{part}, m.Open, m.Close)
		c, mac := m.context(nil), m.machines.Next()
		p := m.generate(c, plan)
		if err := mac.Finish(p.words, p.actions, p.wordIn, p.actionAt); err != nil {
			return nil, err
		}
		words, actions := graph.Float64s(mac.Value(p.words)), graph.Float64s(mac.Value(p.actions))
		wordIn, actionAt := graph.Float64s(mac.Value(p.wordIn)), graph.Float64s(mac.Value(p.actionAt))
		for k := range part {
			end := wordIn[plan.Words.Last(k)] + actionAt[plan.Actions.Last(k)]
			out = append(out, logJoint{words[k], actions[k], end})
		}
	}
	return out, nil
}

// distinctTrees returns the different trees in the order of their first
// occurrence, and how often each occurs: equal trees are scored once.
func distinctTrees(trees []layers.Tree) (distinct []layers.Tree, count []int) {
	at := map[string]int{}
	for _, t := range trees {
		k := t.String()
		i, ok := at[k]
		if !ok {
			i = len(distinct)
			at[k] = i
			distinct, count = append(distinct, t), append(count, 0)
		}
		count[i]++
	}
	return distinct, count
}

// treeScore is the sum of the scores of a tree's spans.
func treeScore(chart *graph.Chart, scores []float64, b int, tree layers.Tree) float64 {
	var total float64
	for i := range tree.Words() {
		total += scores[chart.At(b, i, 1)]
	}
	for _, s := range tree.Spans() {
		total += scores[chart.At(b, s.Start, s.Width)]
	}
	return total
}
