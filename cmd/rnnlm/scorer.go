package main

import (
	"context"

	"arbelos/cmd/internal/langmodel"
	"arbelos/models/rnnlm"
	tally "arbelos/train/corpus/perplexity"
)

// scorer scores corpora with a model.
type scorer struct {
	model *rnnlm.Model
	// progress, if not nil, is told how many of the sentences are done.
	progress func(what string, done, of int)
}

// likelihood is log p of the sentences of a corpus.
type likelihood struct {
	whole   tally.Tally
	endless tally.Tally        // without </s> among what is predicted
	each    []rnnlm.Likelihood // nothing of those skipped
}

// likelihood scores the sentences of two words or more.
func (s scorer) likelihood(ctx context.Context, ids [][]int) (likelihood, error) {
	l := likelihood{each: make([]rnnlm.Likelihood, len(ids))}
	batches, skipped := langmodel.EvalBatches(ids)
	for _, at := range batches {
		if ctx.Err() != nil {
			return l, ctx.Err()
		}
		got, err := s.model.Likelihood(pick(ids, at))
		if err != nil {
			return l, err
		}
		for k, i := range at {
			l.each[i] = got[k]
			l.whole.Add(got[k].Total(), len(ids[i]))
			l.endless.Add(got[k].Endless(), len(ids[i]))
		}
		if s.progress != nil {
			s.progress("scored", l.whole.Sentences, len(ids)-skipped)
		}
	}
	return l, nil
}

func pick(ids [][]int, at []int) [][]int {
	batch := make([][]int, len(at))
	for k, i := range at {
		batch[k] = ids[i]
	}
	return batch
}
