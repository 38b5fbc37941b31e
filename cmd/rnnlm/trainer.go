package main

import (
	"context"
	"log/slog"
	"math"

	"arbelos/cmd/internal/langmodel"
	"arbelos/cmd/internal/program"
	"arbelos/graph"
	"arbelos/models/rnnlm"
	"arbelos/train"
	"arbelos/train/corpus"
)

// trainer is a model with its data as the training loop sees it.
type trainer struct {
	*langmodel.Corpora
	opts  *trainCmd
	log   *slog.Logger
	model *rnnlm.Model
	vocab *corpus.Vocab
}

// Params implements train.Model.
func (t *trainer) Params() []*graph.Param { return t.model.Params() }

// Step implements train.Model.
func (t *trainer) Step(_ context.Context, at train.StepInfo) (train.StepResult, error) {
	s, err := t.model.Step(pick(t.TrainIDs, t.Batches[at.Batch]), rnnlm.Key{Seed: t.opts.Seed, Step: uint64(at.Step)})
	if err != nil {
		return train.StepResult{}, err
	}
	m := train.Metrics{}
	m.Add("sentences", float64(s.Sentences), 0)
	m.Add("log_p", s.LogWords, float64(s.Sentences))
	m.Add("log_p_words", s.LogWords, float64(s.Words))
	return train.StepResult{Grads: s.Grads, Metrics: m}, nil
}

// Validate implements train.Model. The score is the perplexity of the validation
// sentences, </s> counted.
func (t *trainer) Validate(ctx context.Context, _ int) (train.Validation, error) {
	l, err := scorer{model: t.model}.likelihood(ctx, t.ValidIDs)
	if err != nil {
		return train.Validation{}, err
	}
	m := train.Metrics{}
	m.Add("log_p", l.whole.LogProb, float64(l.whole.Sentences))
	m.Add("log_p_words", l.whole.LogProb, float64(l.whole.Words+l.whole.Sentences))
	return train.Validation{Score: l.whole.WithEnd(), Metrics: m}, nil
}

// perplexity is that of metrics, </s> counted.
func perplexity(m train.Metrics) float64 { return math.Exp(-m["log_p_words"].Mean()) }

// derived are the figures that records have beside means.
func derived(m train.Metrics) map[string]float64 { return map[string]float64{"ppl": perplexity(m)} }

// figures are what the progress line shows of training and of validation.
func (t *trainer) figures() []train.Figure {
	return []train.Figure{
		train.MeanFigure("log p", "log_p", "%.2f"),
		{Name: "ppl", Format: "%.2f", Value: perplexity},
	}
}

// finalFigures scores the best checkpoint of a run.
func (t *trainer) finalFigures(ctx context.Context, run *train.Run, result train.Result) (program.Final, error) {
	best, err := load(run.Best())
	if err != nil {
		return nil, err
	}
	_, ids := t.Scored()
	l, err := scorer{model: best.model, progress: t.opts.Counter(t.log, "sentences")}.likelihood(ctx, ids)
	if err != nil {
		return nil, err
	}
	return t.opts.Figures(run, result, t.Corpora, l.whole)
}
