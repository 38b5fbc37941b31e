package main

import (
	"context"
	"math"

	"arbelos/cmd/internal/evaluation"
	"arbelos/cmd/internal/langmodel"
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/train/corpus"
	"arbelos/train/corpus/perplexity"
)

// scorer scores and parses corpora with a model.
type scorer struct {
	model *urnng.Model
	seed  uint64
	// marginals tells to find those of the spans of parses too.
	marginals bool
	// progress, if not nil, is told how many of the sentences are done with
	// what is being done.
	progress func(what string, done, of int)
}

// likelihood sums what samples say about the sentences of a corpus.
type likelihood struct {
	bound      perplexity.Tally // of the evidence lower bound
	importance perplexity.Tally // of the importance-weighted bound
	endless    perplexity.Tally // of the same without </s> among what is predicted
	logWords   float64
	logActions float64
	entropy    float64
	distinct   int // different trees among all samples
}

// likelihood draws samples trees for each sentence. purpose and n choose the
// random numbers.
func (s scorer) likelihood(ctx context.Context, ids [][]int, samples int, temperature float64, purpose string, n int) (likelihood, error) {
	var sum likelihood
	batches, skipped := langmodel.EvalBatches(ids)
	seed := graph.Rand(s.seed, purpose, uint64(n)).Uint64()
	done := 0
	for i, at := range batches {
		if ctx.Err() != nil {
			return sum, ctx.Err()
		}
		got, err := s.model.Likelihood(pick(ids, at), samples, temperature, urnng.Key{Seed: seed, Step: uint64(i)})
		if err != nil {
			return sum, err
		}
		for _, l := range got {
			sum.bound.Add(l.Bound, l.Words-1)
			sum.importance.Add(l.Importance, l.Words-1)
			sum.endless.Add(l.Endless, l.Words-1)
			sum.logWords += l.LogWords
			sum.logActions += l.LogActions
			sum.entropy += l.Entropy
			sum.distinct += l.Distinct
		}
		if done += len(at); s.progress != nil {
			s.progress("scored", done, len(ids)-skipped)
		}
	}
	return sum, nil
}

// parses are the trees of a corpus, one a sentence; that of an empty sentence
// has no actions. each holds them again, with what else q says.
type parses struct {
	trees   []layers.Tree
	each    []urnng.Parse
	entropy float64 // mean of q's entropy over sentences of three words or more
	flat    float64 // the same for a q that knows nothing: ln Catalan(T-1)
}

// parse finds the tree of every sentence with q.
func (s scorer) parse(ctx context.Context, ids [][]int, how urnng.Decoding) (parses, error) {
	p := parses{trees: make([]layers.Tree, len(ids)), each: make([]urnng.Parse, len(ids))}
	for i := range ids {
		if len(ids[i]) == 1 {
			p.trees[i] = layers.Tree{layers.Shift}
			p.each[i].Tree = p.trees[i]
		}
	}
	parse := s.model.Parse
	if s.marginals {
		parse = s.model.ParseWithMarginals
	}
	batches, skipped := langmodel.EvalBatches(ids)
	counted, done := 0, 0
	for _, at := range batches {
		if ctx.Err() != nil {
			return p, ctx.Err()
		}
		got, err := parse(pick(ids, at), how)
		if err != nil {
			return p, err
		}
		for k, i := range at {
			p.trees[i], p.each[i] = got[k].Tree, got[k]
			if n := len(ids[i]); n > 2 {
				p.entropy += got[k].Entropy
				p.flat += logCatalan(n - 1)
				counted++
			}
		}
		if done += len(at); s.progress != nil {
			s.progress("parsed", done, len(ids)-skipped)
		}
	}
	if counted > 0 {
		p.entropy /= float64(counted)
		p.flat /= float64(counted)
	}
	return p, nil
}

// write writes the trees of sentences, beside the gold ones, into a run directory.
// The model is that of a checkpoint in it.
func (p parses) write(dir, checkpoint string, sentences []corpus.Sentence) error {
	predicted := make([]corpus.Binary, len(p.trees))
	for i, t := range p.trees {
		predicted[i] = toBinary(t)
	}
	return evaluation.New(sentences[0].File, checkpoint, sentences, predicted).Write(dir)
}

// knowsNothing says whether q is as good as uniform over all trees, where ties
// make its parses look like right-branching.
func (p parses) knowsNothing() bool { return p.flat > 0 && p.entropy > p.flat*(1-1e-4) }

// scores compares trees with the gold trees of the sentences that have one; nil
// where none has.
func scores(sentences []corpus.Sentence, trees []layers.Tree) *corpus.Scores {
	if !hasTrees(sentences) {
		return nil
	}
	var e corpus.Evaluation
	for i, s := range sentences {
		if s.Tree != nil {
			e.Add(s.Tree, toBinary(trees[i]))
		}
	}
	out := e.Scores()
	return &out
}

func pick(ids [][]int, at []int) []urnng.Item {
	batch := make([]urnng.Item, len(at))
	for k, i := range at {
		batch[k].Words = ids[i]
	}
	return batch
}

// logCatalan returns ln of the n-th Catalan number, the number of binary trees
// over n+1 words.
func logCatalan(n int) float64 {
	a, _ := math.Lgamma(float64(2*n + 1))
	b, _ := math.Lgamma(float64(n + 2))
	c, _ := math.Lgamma(float64(n + 1))
	return a - b - c
}
