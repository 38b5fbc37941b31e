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
	e, err := f.sweep(nil)
	if err != nil {
		return Iteration{}, err
	}
	// From a fresh start a document may end lower than it was before. Where all
	// documents together do, those that do keep what they had.
	if f.iterations > 0 && e.bound+topics < f.elbo {
		if e, err = f.sweep(f.gamma); err != nil {
			return Iteration{}, err
		}
	}
	f.elbo, f.gamma = e.bound+topics, e.gamma
	f.iterations++
	if err := f.maximise(e.evidence); err != nil {
		return Iteration{}, err
	}
	return Iteration{Number: f.iterations, ELBO: f.elbo, Updates: e.updates / math.Max(1, float64(len(f.docs))), Kept: e.kept}, nil
}

// expected is what an E-step over the corpus found.
type expected struct {
	bound    float64 // of the documents
	gamma    []float32
	evidence variational.Evidence // of alpha
	updates  float64
	kept     int
}

// sweep makes the E-step. Where a document had ended with a higher bound from the
// gammas that are given, it starts from these.
func (f *Fit) sweep(before []float32) (*expected, error) {
	k := f.options.Topics
	f.counts.Zero()
	alpha := variational.Spread(f.alpha, k)
	e := &expected{
		gamma:    make([]float32, 0, len(f.docs)*k),
		evidence: variational.Evidence{N: float64(len(f.docs)), Logs: make([]float64, k)},
	}
	err := f.corpus.Blocks(func(b variational.Block) error {
		start := variational.Start(lda.Dirichlet, b, alpha)
		if before != nil {
			kept, err := f.keep(b, alpha, start, before[b.First*k:][:len(start)])
			if err != nil {
				return err
			}
			e.kept += kept
		}
		x, err := f.estep.Expect(b, f.lambda, alpha, start)
		if err != nil {
			return err
		}
		variational.AddRows(f.counts, b.Words, x.Counts, 1)
		for _, g := range x.Gamma {
			e.gamma = append(e.gamma, float32(g))
		}
		for d, bound := range x.Bounds {
			e.bound += bound
			e.updates += x.Updates[d]
		}
		for j, l := range x.LogTheta {
			e.evidence.Logs[j] += l
		}
		return nil
	})
	return e, err
}

// keep replaces the starts of the documents that end lower from there than they are
// with the gammas before, and returns their number.
func (f *Fit) keep(b variational.Block, alpha, start []float64, before []float32) (int, error) {
	fresh, err := f.estep.Infer(b, f.lambda, alpha, start)
	if err != nil {
		return 0, err
	}
	old := make([]float64, len(before))
	for i, g := range before {
		old[i] = float64(g)
	}
	as, err := variational.NewEStep(f.options.Ops, graph.Convergence{}).Infer(b, f.lambda, alpha, old)
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
// priors that are learned are the best for gamma and lambda.
func (f *Fit) maximise(ofAlpha variational.Evidence) error {
	eta := variational.Spread(f.eta, f.v)
	variational.Sum(f.lambda, f.counts, eta)
	if f.options.LearnAlpha {
		f.alpha = ofAlpha.Learn(f.alpha)
	}
	if f.options.LearnEta {
		ofEta, err := variational.WordEvidence(f.lambda)
		if err != nil {
			return err
		}
		f.eta = ofEta.Learn(f.eta)
	}
	return nil
}
