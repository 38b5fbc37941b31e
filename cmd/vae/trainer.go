package main

import (
	"context"

	"arbelos/graph"
	"arbelos/models/vae"
	"arbelos/train"
)

// trainer is a model with its data as the training loop sees it.
type trainer struct {
	opts  *trainCmd
	saved saved
	model *vae.Model

	train, valid [][]float64 // as the model sees them
	batches      [][]int
}

// Params implements train.Model.
func (t *trainer) Params() []*graph.Param { return t.model.Params() }

// baseline is the one that the estimator has.
func (o *trainCmd) baseline() vae.Baseline {
	if o.Estimator == vae.Score {
		return o.Baseline
	}
	return ""
}

// Step implements train.Model.
func (t *trainer) Step(_ context.Context, at train.StepInfo) (train.StepResult, error) {
	var batch [][]float64
	for _, i := range t.batches[at.Batch] {
		batch = append(batch, t.train[i])
	}
	s, err := t.model.Step(batch, vae.Options{
		Key: vae.Key{Seed: t.opts.Seed, Step: uint64(at.Step)}, Estimator: t.opts.Estimator, Samples: t.opts.Samples,
		KLWeight: at.KLWeight, SampledKL: t.opts.SampledKL, Baseline: t.opts.baseline(),
	})
	if err != nil {
		return train.StepResult{}, err
	}
	m := train.Metrics{}
	n := float64(s.Items)
	m.Add("items", n, 0)
	m.Add("objective", s.Objective*n, n)
	m.Add("elbo", s.ELBO*n, n)
	m.Add("bound", s.Bound*n, n)
	m.Add("reconstruction", s.Reconstruction*n, n)
	m.Add("kl", s.KL*n, n)
	return train.StepResult{Grads: s.Grads, Metrics: m}, nil
}

// Validate implements train.Model. The score is minus the bound that is raised. The
// samples are the same after every epoch, so that scores differ by the model alone.
func (t *trainer) Validate(_ context.Context, _ int) (train.Validation, error) {
	e, err := t.model.Evaluate(t.valid, t.opts.ValSamples, vae.Key{Seed: t.opts.Seed})
	if err != nil {
		return train.Validation{}, err
	}
	m := train.Metrics{}
	n := float64(len(t.valid))
	m.Add("elbo", sum(e.ELBO), n)
	m.Add("bound", sum(e.Bound), n)
	m.Add("reconstruction", sum(e.Reconstruction), n)
	m.Add("kl", sum(e.Reconstruction)-sum(e.ELBO), n)
	raised := "bound"
	if t.opts.Estimator == vae.ELBO || t.opts.Estimator == vae.Score {
		raised = "elbo"
	}
	return train.Validation{Score: -m[raised].Mean(), Metrics: m}, nil
}

// figures are what the progress line shows of training and of validation.
func (t *trainer) figures() []train.Figure {
	return []train.Figure{
		train.MeanFigure("ELBO", "elbo", "%.3f"), train.MeanFigure("bound", "bound", "%.3f"),
		train.MeanFigure("KL", "kl", "%.3f"), train.MeanFigure("log p(x|z)", "reconstruction", "%.3f"),
	}
}

func sum(x []float64) (total float64) {
	for _, v := range x {
		total += v
	}
	return total
}

func mean(x []float64) float64 { return sum(x) / float64(len(x)) }
