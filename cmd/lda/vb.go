package main

import (
	"math"

	"gorgonia.org/tensor"

	"arbelos/models/lda"
	"arbelos/models/lda/vb"
)

var vbMethod = method{
	iterations: func(o *fitCmd, _ *data) int { return orElse(o.Iterations, 100) },
	unit:       "iteration", units: "iterations", epochs: onePass,
	score: "elbo_token", scoreName: "ELBO a token",
	cell:    variationalCell(2),
	tensors: []string{"lambda", "alpha", "eta", "elbo"},
	begin: func(o *fitCmd, d *data) (fitting, error) {
		options, err := o.vbOptions(d)
		if err != nil {
			return nil, err
		}
		f, err := vb.New(d.bags, d.vocab.Len(), options)
		return &vbFit{Fit: f, tokens: d.tokens, tolerance: o.Tolerance}, err
	},
	restore: func(o *fitCmd, d *data, s snapshot) (fitting, error) {
		options, err := o.vbOptions(d)
		if err != nil {
			return nil, err
		}
		f, err := vb.Restore(d.bags, d.vocab.Len(), options, vb.State{
			Corpus: s.Corpus, Iterations: s.Iterations, Lambda: s.Tensors["lambda"],
			Alpha: floats(s.Tensors["alpha"]), Eta: floats(s.Tensors["eta"]), ELBO: floats(s.Tensors["elbo"])[0], Gamma: s.Tensors["gamma"],
		})
		return &vbFit{Fit: f, tokens: d.tokens, tolerance: o.Tolerance}, err
	},
}

func (o *fitCmd) vbOptions(d *data) (vb.Options, error) {
	v := vb.DefaultOptions(o.Topics)
	var err error
	if v.Alpha, err = prior("alpha", o.Alpha, v.Alpha[0], o.learnAlpha(), o.Topics); err != nil {
		return v, err
	}
	v.Eta, err = prior("eta", o.Eta, v.Eta[0], o.LearnEta, d.vocab.Len())
	v.LearnAlpha, v.LearnEta = o.learning(), o.LearnEta != "no"
	v.Settings = o.settings(lda.Dirichlet)
	return v, err
}

// vbFit is batch variational Bayes.
type vbFit struct {
	*vb.Fit
	inferred
	tokens, tolerance float64
}

func (f *vbFit) step() (found, error) {
	it, err := f.Step()
	x := found{tokens: f.tokens, figures: map[string]float64{"elbo": it.ELBO, "updates": it.Updates}}
	x.converged = math.Abs(it.Change) <= f.tolerance
	if f.tokens > 0 {
		x.figures["elbo_token"] = it.ELBO / f.tokens
	}
	return x, err
}

func (f *vbFit) done() int         { return f.Iterations() }
func (f *vbFit) model() *lda.Model { return f.Model() }

func (f *vbFit) snapshot() snapshot {
	s := f.State()
	return snapshot{
		Corpus: s.Corpus, Iterations: s.Iterations,
		Tensors: map[string]*tensor.Dense{
			"lambda": s.Lambda, "alpha": vector(s.Alpha), "eta": vector(s.Eta), "elbo": vector([]float64{s.ELBO}), "gamma": s.Gamma,
		},
	}
}
