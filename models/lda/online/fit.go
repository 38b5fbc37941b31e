package online

import (
	"iter"
	"math"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/models/lda"
	"arbelos/models/lda/variational"
)

// Fit is a fit under way. It holds one table of topics times words, and what one
// minibatch needs. It works with as many threads as GOMAXPROCS allows, of which no
// result depends on the number.
type Fit struct {
	v       int
	options Options
	estep   *variational.EStep

	batches    int
	seen       int           // documents, as often as they came
	lambda     *tensor.Dense // [V, K]
	totals     []float64     // of lambda's columns
	alpha, eta []float64

	rows, counts variational.Rows // of a minibatch's words
}

// Batch is what a minibatch gave, before topics and priors moved.
type Batch struct {
	Number    int     // from 1
	Weight    float64 // of the minibatch, (Tau + t)^-Kappa
	Documents int
	Tokens    float64
	// Bound is the sum of the documents' bounds. It leaves the topics' own part out,
	// and is no held-out likelihood.
	Bound   float64
	Updates float64 // the mean number that a document's gamma took
}

// New begins a fit over v words, with random topics.
func New(v int, o Options) (*Fit, error) {
	if err := o.check(v); err != nil {
		return nil, err
	}
	return begin(v, o, variational.RandomLambda(o.Seed, o.Dtype, v, o.Topics))
}

func begin(v int, o Options, lambda *tensor.Dense) (*Fit, error) {
	f := &Fit{
		v: v, options: o, estep: variational.NewEStep(o.Ops, o.Until),
		lambda: lambda, alpha: slices.Clone(o.Alpha), eta: slices.Clone(o.Eta),
	}
	var err error
	f.totals, err = variational.Totals(lambda)
	return f, err
}

// Batches returns the number of minibatches that the fit has seen.
func (f *Fit) Batches() int { return f.batches }

// Model returns the model as it is fitted now.
func (f *Fit) Model() *lda.Model {
	return &lda.Model{
		Alpha:  variational.Spread(f.alpha, f.options.Topics),
		Eta:    slices.Clone(f.eta),
		Topics: variational.ExportTopics(lda.Dirichlet, f.lambda),
	}
}

// Run steps through the minibatches of a stream, and yields what each gave. It ends
// with the stream, when it is broken out of, or after the first error, the stream's
// own among them.
func (f *Fit) Run(stream iter.Seq2[[]lda.Bag, error]) iter.Seq2[Batch, error] {
	return func(yield func(Batch, error) bool) {
		for docs, err := range stream {
			if err != nil {
				yield(Batch{}, err)
				return
			}
			b, err := f.Step(docs)
			if !yield(b, err) || err != nil {
				return
			}
		}
	}
}

// weight returns (Tau + t)^-Kappa for the next minibatch.
func (f *Fit) weight() float64 {
	return math.Pow(f.options.Tau+float64(f.batches), -f.options.Kappa)
}
