package main

import (
	"gorgonia.org/tensor"

	"arbelos/models/lda"
	"arbelos/models/lda/vem"
)

var vemMethod = method{
	iterations: func(o *fitCmd, _ *data) int { return orElse(o.Iterations, 100) },
	unit:       "iteration", units: "iterations", epochs: onePass,
	score: "elbo_token", scoreName: "ELBO a token",
	cell:    variationalCell(2),
	tensors: []string{"phi", "alpha", "bound"},
	begin: func(o *fitCmd, d *data) (fitting, error) {
		options, err := o.vemOptions()
		if err != nil {
			return nil, err
		}
		f, err := vem.New(d.bags, d.vocab.Len(), options)
		return &vemFit{Fit: f, tokens: d.tokens}, err
	},
	restore: func(o *fitCmd, d *data, s snapshot) (fitting, error) {
		options, err := o.vemOptions()
		if err != nil {
			return nil, err
		}
		f, err := vem.Restore(d.bags, d.vocab.Len(), options, vem.State{
			Corpus: s.Corpus, Iterations: s.Iterations,
			Phi: s.Tensors["phi"], Alpha: floats(s.Tensors["alpha"]), Bound: floats(s.Tensors["bound"])[0],
		})
		return &vemFit{Fit: f, tokens: d.tokens}, err
	},
}

func (o *fitCmd) vemOptions() (vem.Options, error) {
	v := vem.DefaultOptions(o.Topics)
	var err error
	v.Alpha, err = prior("alpha", o.Alpha, v.Alpha[0], o.learnAlpha(), o.Topics)
	v.LearnAlpha, v.Tolerance = o.learning(), o.Tolerance
	if o.Start == "random" {
		v.Start = vem.Random
	}
	v.Settings = o.settings(lda.Point)
	return v, err
}

// vemFit is variational EM.
type vemFit struct {
	*vem.Fit
	inferred
	tokens float64
}

func (f *vemFit) step() (found, error) {
	it, err := f.Step()
	x := found{tokens: f.tokens, figures: map[string]float64{"elbo": it.ELBO, "updates": it.Updates}, converged: it.Converged}
	if f.tokens > 0 {
		x.figures["elbo_token"] = it.ELBO / f.tokens
	}
	return x, err
}

func (f *vemFit) done() int         { return f.Iterations() }
func (f *vemFit) model() *lda.Model { return f.Model() }

func (f *vemFit) snapshot() snapshot {
	s := f.State()
	return snapshot{
		Corpus: s.Corpus, Iterations: s.Iterations,
		Tensors: map[string]*tensor.Dense{"phi": s.Phi, "alpha": vector(s.Alpha), "bound": vector([]float64{s.Bound})},
	}
}
