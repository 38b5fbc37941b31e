package main

import (
	"runtime"

	"gorgonia.org/tensor"

	"arbelos/models/lda"
	"arbelos/models/lda/gibbs"
)

var gibbsMethod = method{
	iterations: func(o *fitCmd, _ *data) int { return orElse(o.Iterations, 500) },
	unit:       "sweep", units: "sweeps", epochs: onePass,
	score: "log_likelihood_token", scoreName: "log p(w, z) a token",
	cell:    func(*fitCmd) int { return gibbs.BytesEachCell + 16 }, /* a copy for inference, and phi */
	token:   4 + 4 + 12,                                            /* word, topic, and their order in a checkpoint */
	tensors: []string{"alpha", "eta"},
	begin: func(o *fitCmd, d *data) (fitting, error) {
		options, err := o.gibbsOptions(d)
		if err != nil {
			return nil, err
		}
		s, err := gibbs.New(d.bags, d.vocab.Len(), options)
		return &gibbsFit{Sampler: s, every: o.ScoreEvery, last: orElse(o.Iterations, 500)}, err
	},
	restore: func(o *fitCmd, d *data, s snapshot) (fitting, error) {
		options, err := o.gibbsOptions(d)
		if err != nil {
			return nil, err
		}
		sampler, err := gibbs.Restore(d.bags, d.vocab.Len(), gibbs.State{
			Options: options, Words: d.vocab.Len(), Corpus: s.Corpus, Sweeps: s.Iterations, Topics: s.Topics,
			Alpha: floats(s.Tensors["alpha"]), Beta: floats(s.Tensors["eta"]),
			States: s.Averaged, Phi: floats(s.Tensors["phi"]), Theta: floats(s.Tensors["theta"]),
		})
		return &gibbsFit{Sampler: sampler, every: o.ScoreEvery, last: orElse(o.Iterations, 500)}, err
	},
}

func (o *fitCmd) gibbsOptions(d *data) (gibbs.Options, error) {
	g := gibbs.DefaultOptions(o.Topics)
	var err error
	if g.Alpha, err = numbers("alpha", o.Alpha, g.Alpha[0], o.Topics); err != nil {
		return g, err
	}
	if g.Beta, err = numbers("eta", o.Eta, g.Beta[0], d.vocab.Len()); err != nil {
		return g, err
	}
	g.LearnAlpha, g.LearnBeta, g.LearnAfter = o.LearnAlpha != "no", o.LearnEta != "no", o.LearnAfter
	g.BurnIn, g.Thin, g.Blocks, g.Seed = o.BurnIn, o.Thin, o.Blocks, o.Seed
	g.Random, g.Dense = o.Start == "random", o.Sampler == "dense"
	return g, nil
}

// gibbsFit is a chain.
type gibbsFit struct {
	*gibbs.Sampler
	every, last int // sweeps between scores; the last one has one too
}

func (f *gibbsFit) step() (found, error) {
	f.Sweep(runtime.GOMAXPROCS(0))
	x := found{tokens: float64(f.Tokens())}
	if f.Sweeps()%f.every == 0 || f.Sweeps() == f.last {
		x.figures = map[string]float64{"log_likelihood": f.JointLogLikelihood()}
		if x.tokens > 0 {
			x.figures["log_likelihood_token"] = x.figures["log_likelihood"] / x.tokens
		}
	}
	return x, nil
}

func (f *gibbsFit) done() int                  { return f.Sweeps() }
func (f *gibbsFit) model() *lda.Model          { return f.Model() }
func (f *gibbsFit) theta() ([][]float64, bool) { return f.Theta(), true }

func (f *gibbsFit) snapshot() snapshot {
	s := f.State()
	return snapshot{
		Corpus: s.Corpus, Iterations: s.Sweeps, Averaged: s.States, Topics: s.Topics,
		Tensors: map[string]*tensor.Dense{"alpha": vector(s.Alpha), "eta": vector(s.Beta), "phi": vector(s.Phi), "theta": vector(s.Theta)},
	}
}
