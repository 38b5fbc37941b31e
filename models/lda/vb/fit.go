package vb

import (
	"slices"

	"gorgonia.org/tensor"

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

	iterations int
	lambda     *tensor.Dense // [V, K]; in an iteration, likelihoods
	counts     *tensor.Dense // [V, K], zeros between iterations
	alpha, eta []float64

	// What the iteration before ended with: its bound, under alpha if that is
	// predictive, and the gammas of documents.
	elbo  float64
	gamma gammas
	spare gammas // room for those of the next
}

// Iteration is what an iteration found, before it moved the topics and priors.
type Iteration struct {
	Number int     // from 1
	ELBO   float64 // of the corpus under the topics and priors before
	// Change is how much higher the bound is than in the iteration before, relative
	// to that one; +Inf in the first. What a predictive alpha did to the bound is
	// left out.
	Change float64
	// Updates is the mean number of updates that a document's gamma took.
	Updates float64
	// Kept is how many documents kept the gamma of the iteration before, because a
	// fresh start led to a lower bound. It is 0 unless the whole bound fell.
	Kept int
}

// New begins to fit documents over v words, with random topics.
func New(docs []lda.Bag, v int, o Options) (*Fit, error) {
	if err := check(docs, v, o); err != nil {
		return nil, err
	}
	return begin(docs, v, o, variational.RandomLambda(o.Seed, o.Dtype, v, o.Topics)), nil
}

func check(docs []lda.Bag, v int, o Options) error {
	if err := o.check(v); err != nil {
		return err
	}
	return lda.CheckBags(docs, v)
}

func begin(docs []lda.Bag, v int, o Options, lambda *tensor.Dense) *Fit {
	return &Fit{
		docs: docs, v: v, options: o, corpus: variational.NewCorpus(docs, v, o.Topics), estep: variational.NewEStep(o.Ops, o.Until),
		lambda: lambda, counts: tensor.New(tensor.Of(o.Dtype), tensor.WithShape(v, o.Topics)),
		alpha: slices.Clone(o.Alpha), eta: slices.Clone(o.Eta),
	}
}

// Iterations returns the number of iterations made.
func (f *Fit) Iterations() int { return f.iterations }

// Model returns the model as it is fitted now.
func (f *Fit) Model() *lda.Model {
	return &lda.Model{
		Alpha:  variational.Spread(f.alpha, f.options.Topics),
		Eta:    slices.Clone(f.eta),
		Topics: variational.ExportTopics(lda.Dirichlet, f.lambda),
	}
}
