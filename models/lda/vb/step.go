package vb

import (
	"math"

	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/models/lda/variational"
)

// Step makes an iteration: an E-step from a fresh start for every document, and the
// M-step. With an error, which means that there is not a number any more, the fit
// cannot go on.
func (f *Fit) Step() (Iteration, error) {
	topics, err := variational.ToLogsAndBound(f.lambda, f.eta)
	if err != nil {
		return Iteration{}, err
	}
	words := graph.ToLikelihoods(f.lambda)
	e, err := f.sweep(words, false)
	if err != nil {
		return Iteration{}, err
	}
	// From a fresh start a document may end lower than it was before. Where all
	// documents together do, those that do keep what they had.
	if f.iterations > 0 && e.bound+topics < f.elbo {
		if e, err = f.sweep(words, true); err != nil {
			return Iteration{}, err
		}
	}
	it := Iteration{Number: f.iterations + 1, ELBO: e.bound + topics, Change: math.Inf(1), Updates: e.updates / math.Max(1, float64(len(f.docs))), Kept: e.kept}
	if f.iterations > 0 {
		it.Change = variational.Change(f.elbo, it.ELBO)
	}
	f.elbo, f.gamma, f.spare = it.ELBO, f.spare, f.gamma
	f.iterations++
	return it, f.maximise(e.evidence)
}

// expected is what an E-step over the corpus found.
type expected struct {
	bound    float64              // of the documents
	evidence variational.Evidence // of alpha
	updates  float64
	kept     int
}

// sweep makes the E-step, whose gammas are in f.spare then. If asked to keep what was
// better, documents that would end with a higher bound from the gammas of the iteration
// before start from these.
func (f *Fit) sweep(words *graph.Likelihoods, keep bool) (*expected, error) {
	k := f.options.Topics
	f.counts.Zero()
	alpha := variational.Spread(f.alpha, k)
	f.spare.reset(alpha)
	e := &expected{evidence: f.options.LearnAlpha.Evidence(len(f.docs), k)}
	sums := variational.Statistics{Counts: f.counts, LogTheta: e.evidence.Logs}
	err := f.corpus.Blocks(func(b variational.Block) error {
		start := f.estep.Start(lda.Dirichlet, b, alpha)
		if keep {
			kept, err := f.keep(b, words, alpha, start)
			if err != nil {
				return err
			}
			e.kept += kept
		}
		x, err := f.estep.Expect(b, words, alpha, start, sums)
		if err != nil {
			return err
		}
		f.spare.append(x.Gamma)
		for d, bound := range x.Bounds {
			e.bound += bound
			e.updates += x.Updates[d]
		}
		return nil
	})
	return e, err
}

// keep replaces the starts of the documents that end lower from there than they are
// with the gammas of the iteration before, and returns their number.
func (f *Fit) keep(b variational.Block, words *graph.Likelihoods, alpha, start []float64) (int, error) {
	fresh, err := f.estep.Infer(b, words, alpha, start)
	if err != nil {
		return 0, err
	}
	old := make([]float64, 0, len(start))
	for _, g := range f.gamma.rows(b.First, b.First+b.Docs.Rows) {
		old = append(old, float64(g))
	}
	as, err := variational.NewEStep(f.options.Ops, graph.Convergence{}).Infer(b, words, alpha, old)
	if err != nil {
		return 0, err
	}
	k, kept := len(alpha), 0
	for d, bound := range fresh.Bounds {
		if bound < as.Bounds[d] {
			copy(start[d*k:(d+1)*k], old[d*k:])
			kept++
		}
	}
	return kept, nil
}

// maximise makes the M-step: lambda is the prior plus the expected counts, and the
// priors that are learned are the best for gamma and lambda, or an alpha better to
// predict with.
func (f *Fit) maximise(ofAlpha variational.Evidence) error {
	eta := variational.Spread(f.eta, f.v)
	variational.Sum(f.lambda, f.counts, eta)
	alpha, rise, err := f.estep.LearnAlpha(f.options.LearnAlpha, ofAlpha, variational.Completion{
		Kind: lda.Dirichlet, Table: f.lambda, Docs: f.docs, Fitted: true, Seed: f.options.Seed, Step: uint64(f.iterations),
	}, f.alpha)
	if err != nil {
		return err
	}
	f.alpha, f.elbo = alpha, f.elbo+rise
	if f.options.LearnEta {
		ofEta, err := variational.WordEvidence(f.lambda)
		if err != nil {
			return err
		}
		f.eta = ofEta.Learn(f.eta)
	}
	return nil
}
