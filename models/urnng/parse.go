package urnng

import (
	"fmt"

	"arbelos/graph"
	"arbelos/layers"
)

// Parse is what q says about one sentence.
type Parse struct {
	Tree    layers.Tree // the tree asked for
	LogQ    float64     // its log probability under q
	Entropy float64     // of q; ln Catalan(T-1) for a q that knows nothing
	// Marginals are the probabilities under q of the spans that Tree.Spans
	// returns, in that order; nil but from ParseWithMarginals.
	Marginals []float64
}

// Decoding is how a tree is chosen from q.
type Decoding string

// Viterbi takes the most probable tree; MinimumBayesRisk the tree with the
// highest expected number of right spans, a Viterbi over the spans' marginals.
const (
	Viterbi          Decoding = "viterbi"
	MinimumBayesRisk Decoding = "mbr"
)

// Parse finds a tree for every sentence of a batch with q alone. Lengths may be
// mixed.
func (m *Model) Parse(batch []Item, how Decoding) ([]Parse, error) {
	return m.parse(batch, how, false)
}

// ParseWithMarginals is Parse and, for every span of the trees, the probability
// under q that it is in a tree.
func (m *Model) ParseWithMarginals(batch []Item, how Decoding) ([]Parse, error) {
	return m.parse(batch, how, true)
}

func (m *Model) parse(batch []Item, how Decoding, withMarginals bool) ([]Parse, error) {
	if how != Viterbi && how != MinimumBayesRisk {
		return nil, fmt.Errorf("%w: decoding is %q, expected %s or %s", ErrBatch, how, Viterbi, MinimumBayesRisk)
	}
	b, err := m.sort(batch)
	if err != nil {
		return nil, err
	}
	c, mac := m.context(nil), m.machines.Next()
	defer m.Release()
	crf := m.posterior(c, b.sentences, 1)
	if err := mac.Finish(crf.Scores, crf.LogPartition, crf.Entropy); err != nil {
		return nil, err
	}
	scores := graph.Float64s(mac.Value(crf.Scores))
	logZ, entropy := graph.Float64s(mac.Value(crf.LogPartition)), graph.Float64s(mac.Value(crf.Entropy))
	d := layers.Decoder{Chart: crf.Chart}
	var marginals []float64
	if withMarginals || how == MinimumBayesRisk {
		if marginals, err = d.Marginals(scores); err != nil {
			return nil, err
		}
	}
	decode := scores
	if how == MinimumBayesRisk {
		decode = marginals
	}
	out := make([]Parse, len(batch))
	for i, at := range b.from {
		tree, _, err := d.Viterbi(decode, i)
		if err != nil {
			return nil, fmt.Errorf("sentence %d of the batch: %w", at, err)
		}
		out[at] = Parse{Tree: tree, LogQ: treeScore(crf.Chart, scores, i, tree) - logZ[i], Entropy: entropy[i]}
		if !withMarginals {
			continue
		}
		for _, s := range tree.Spans() {
			out[at].Marginals = append(out[at].Marginals, marginals[crf.Chart.At(i, s.Start, s.Width)])
		}
	}
	return out, nil
}
