package vem

import (
	"math"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/models/lda/variational"
)

// Fit is a fit under way. It holds two tables of topics times words, and works with
// as many threads as GOMAXPROCS allows, of which no result depends on the number.
type Fit struct {
	docs    []lda.Bag
	v       int
	options Options
	corpus  *variational.Corpus
	estep   *variational.EStep

	iterations  int
	phi, counts *tensor.Dense // [V, K]; in an iteration, phi is likelihoods
	alpha       []float64
	bound       float64 // that the last iteration found; under alpha, if it is predictive
}

// Iteration is what an iteration found, before it moved topics and alpha.
type Iteration struct {
	Number int     // from 1
	ELBO   float64 // of the corpus under topics and alpha before
	// Change is how much higher the bound is than in the iteration before, relative
	// to that one; +Inf in the first. What a predictive alpha did to the bound is
	// left out.
	Change    float64
	Converged bool
	// Updates is the mean number of updates that a document's gamma took.
	Updates float64
}

// New begins to fit documents over v words, with random topics.
func New(docs []lda.Bag, v int, o Options) (*Fit, error) {
	if err := check(docs, v, o); err != nil {
		return nil, err
	}
	var start []float64
	if o.Start == Seeds {
		start = seedTopics(docs, o.Seed, v, o.Topics)
	} else {
		start = randomTopics(o.Seed, v, o.Topics)
	}
	f := begin(docs, v, o, graph.Zero(o.Dtype, v, o.Topics))
	f.counts = graph.FromFloat64s(o.Dtype, start, v, o.Topics)
	return f, f.normalise()
}

func check(docs []lda.Bag, v int, o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	return lda.CheckBags(docs, v)
}

func begin(docs []lda.Bag, v int, o Options, phi *tensor.Dense) *Fit {
	return &Fit{
		docs: docs, v: v, options: o, corpus: variational.NewCorpus(docs, v, o.Topics), estep: variational.NewEStep(o.Ops, o.Until),
		phi: phi, counts: graph.Zero(o.Dtype, v, o.Topics), alpha: slices.Clone(o.Alpha),
	}
}

// Iterations returns the number of iterations made.
func (f *Fit) Iterations() int { return f.iterations }

// Model returns the model as it is fitted now. Topics have no prior.
func (f *Fit) Model() *lda.Model {
	return &lda.Model{
		Alpha:  variational.Spread(f.alpha, f.options.Topics),
		Topics: variational.ExportTopics(lda.Point, f.phi),
	}
}

// Step makes an iteration: the E-step, from a fresh start for every document, and the
// M-step. With an error the fit cannot go on.
func (f *Fit) Step() (Iteration, error) {
	k := f.options.Topics
	if err := variational.ToLogs(lda.Point, f.phi); err != nil {
		return Iteration{}, err
	}
	words := graph.ToLikelihoods(f.phi)
	f.counts.Zero()
	alpha := variational.Spread(f.alpha, k)
	ofAlpha := f.options.LearnAlpha.Evidence(len(f.docs), k)
	sums := variational.Statistics{Counts: f.counts, LogTheta: ofAlpha.Logs}
	var bound, updates float64
	err := f.corpus.Blocks(func(b variational.Block) error {
		x, err := f.estep.Expect(b, words, alpha, f.estep.Start(lda.Point, b, alpha), sums)
		if err != nil {
			return err
		}
		for d := range x.Bounds {
			bound += x.Bounds[d]
			updates += x.Updates[d]
		}
		return nil
	})
	if err != nil {
		return Iteration{}, err
	}
	it := Iteration{ELBO: bound, Change: math.Inf(1), Updates: updates / math.Max(1, float64(len(f.docs)))}
	if f.iterations > 0 {
		it.Change = variational.Change(f.bound, bound)
		it.Converged = math.Abs(it.Change) <= f.options.Tolerance
	}
	f.iterations++
	it.Number = f.iterations
	next, rise, err := f.estep.LearnAlpha(f.options.LearnAlpha, ofAlpha, variational.Completion{
		Kind: lda.Point, Table: f.counts, Docs: f.docs, Fitted: true, Seed: f.options.Seed, Step: uint64(f.iterations),
	}, f.alpha)
	if err != nil {
		return Iteration{}, err
	}
	f.alpha, f.bound = next, bound+rise
	return it, f.normalise()
}

// normalise makes phi of the expected counts. A topic of which nothing is expected is
// uniform: no document speaks of it.
func (f *Fit) normalise() error {
	totals, err := variational.Totals(f.counts)
	if err != nil {
		return err
	}
	f.phi, f.counts = f.counts, f.phi
	variational.SetRows(f.phi, func(w int, row []float64) {
		for k := range row {
			if row[k] /= totals[k]; totals[k] == 0 {
				row[k] = 1 / float64(f.v)
			}
		}
	})
	return nil
}
