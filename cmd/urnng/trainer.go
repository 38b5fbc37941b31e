package main

import (
	"context"
	"log/slog"
	"math"

	"arbelos/cmd/internal/langmodel"
	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/urnng"
	"arbelos/train"
	"arbelos/train/corpus"
)

// trainer is a model with its data as the training loop sees it.
type trainer struct {
	*langmodel.Corpora
	opts  *trainCmd
	log   *slog.Logger
	model *urnng.Model
	vocab *corpus.Vocab

	items  []urnng.Item  // of the training sentences
	parsed []layers.Tree // q's Viterbi trees of the validation sentences, after the last epoch
}

// Params implements train.Model.
func (t *trainer) Params() []*graph.Param { return t.model.Params() }

// Step implements train.Model.
func (t *trainer) Step(_ context.Context, at train.StepInfo) (train.StepResult, error) {
	batch := make([]urnng.Item, 0, t.opts.BatchSize)
	for _, i := range t.Batches[at.Batch] {
		batch = append(batch, t.items[i])
	}
	key := urnng.Key{Seed: t.opts.Seed, Step: uint64(at.Step)}
	var s *urnng.Step
	var err error
	if t.supervised() {
		s, err = t.model.Supervised(batch, key)
	} else {
		s, err = t.model.Unsupervised(batch, urnng.Options{
			Key: key, Samples: t.opts.Samples, KLWeight: at.KLWeight, TrainQ: at.Trained[urnng.GroupQ],
		})
	}
	if err != nil {
		return train.StepResult{}, err
	}
	n := float64(s.Sentences)
	m := train.Metrics{}
	m.Add("sentences", n, 0)
	m.Add("objective", s.Objective*n, n)
	m.Add("log_p_words", s.LogWords, float64(s.Words))
	m.Add("log_p_actions", s.LogActions, n)
	m.Add("entropy", s.Entropy, n)
	if t.supervised() {
		m.Add("log_q", s.LogQ, n)
		m.Add("log_p", s.LogWords+s.LogActions, n)
	} else {
		m.Add("elbo", s.LogWords+s.LogActions+s.Entropy, n)
		m.Add("kl", -s.LogActions-s.Entropy, n)
	}
	return train.StepResult{Grads: s.Grads, Metrics: m}, nil
}

// Validate implements train.Model. The score is the perplexity, by the bound,
// of the validation sentences; in supervised training, where the trees are
// known, it is that of log p(x, z) + log q(z|x), which is what is trained.
func (t *trainer) Validate(ctx context.Context, epoch int) (train.Validation, error) {
	s := scorer{model: t.model, seed: t.opts.Seed}
	l, err := s.likelihood(ctx, t.ValidIDs, t.opts.MCSamples, 1, "validation", epoch)
	if err != nil {
		return train.Validation{}, err
	}
	m := train.Metrics{}
	tokens := float64(l.bound.Words + l.bound.Sentences)
	n := float64(l.bound.Sentences)
	m.Add("elbo", l.bound.LogProb, n)
	m.Add("log_p_words", l.logWords, tokens)
	m.Add("kl", -l.logActions-l.entropy, n)
	m.Add("entropy", l.entropy, n)
	p, err := s.parse(ctx, t.ValidIDs, urnng.Viterbi)
	if err != nil {
		return train.Validation{}, err
	}
	t.parsed = p.trees
	if s := scores(t.Valid, p.trees); s != nil {
		for name, f1 := range map[string]corpus.F1{"f1": s.F1, "f1_punct": s.Punct} {
			m.Add(name, f1.Mean*float64(f1.Sentences), float64(f1.Sentences))
		}
	}
	score := l.bound.WithEnd()
	if t.supervised() && hasTrees(t.Valid) {
		if score, err = t.goldPerplexity(ctx); err != nil {
			return train.Validation{}, err
		}
	}
	return train.Validation{Score: score, Metrics: m}, nil
}

// goldPerplexity is exp of minus log p(x, z) + log q(z|x) a token over the gold
// trees of the validation sentences.
func (t *trainer) goldPerplexity(ctx context.Context) (float64, error) {
	gold := items(t.Valid, t.ValidIDs)
	batches, _ := langmodel.EvalBatches(t.ValidIDs)
	var total, tokens float64
	for _, at := range batches {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		var batch []urnng.Item
		for _, i := range at {
			if gold[i].Tree != nil {
				batch = append(batch, gold[i])
			}
		}
		if len(batch) == 0 {
			continue
		}
		p, q, err := t.model.GoldLogProb(batch)
		if err != nil {
			return 0, err
		}
		for k := range batch {
			total += p[k] + q[k]
			tokens += float64(len(batch[k].Words) + 1)
		}
	}
	return math.Exp(-total / tokens), nil
}

func (t *trainer) supervised() bool { return t.opts.Mode == "supervised" }

// boundPerplexity is the perplexity by a bound on log p, </s> counted.
func boundPerplexity(m train.Metrics, bound string) float64 {
	return math.Exp(-m[bound].Sum / m["log_p_words"].Weight)
}

// derived are the figures that records have beside means: the perplexity by the
// bound, and the bound's reconstruction term for a sentence, log p(x|z), which
// minus the KL is the ELBO.
func derived(m train.Metrics) map[string]float64 {
	bound := "elbo"
	if _, ok := m[bound]; !ok {
		bound = "log_p" // of the gold trees
	}
	return map[string]float64{"ppl": boundPerplexity(m, bound), "reconstruction": m["log_p_words"].Sum / m[bound].Weight}
}

// figures are what the progress line shows of training and of validation.
func (t *trainer) figures() (training, validation []train.Figure) {
	ppl := func(bound string) train.Figure {
		return train.Figure{Name: "ppl", Format: "%.2f", Value: func(m train.Metrics) float64 { return boundPerplexity(m, bound) }}
	}
	f1 := train.MeanFigure("F1", "f1", "%.1f")
	validation = []train.Figure{
		train.MeanFigure("ELBO", "elbo", "%.2f"), train.MeanFigure("KL", "kl", "%.2f"),
		train.MeanFigure("H", "entropy", "%.2f"), ppl("elbo"),
	}
	if hasTrees(t.Valid) {
		validation = append(validation, f1)
	}
	if t.supervised() {
		training = []train.Figure{train.MeanFigure("log p", "log_p", "%.2f"), train.MeanFigure("log q", "log_q", "%.2f"), train.MeanFigure("H", "entropy", "%.2f"), ppl("log_p")}
	} else {
		training = validation[:4:4]
	}
	return training, validation
}
