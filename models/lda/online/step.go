package online

import (
	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/models/lda/variational"
)

// Step makes one update with a minibatch. Documents that lda.CheckBags refuses are an
// error, and change nothing; so does a minibatch of none.
func (f *Fit) Step(docs []lda.Bag) (Batch, error) {
	if err := lda.CheckBags(docs, f.v); err != nil {
		return Batch{}, err
	}
	if len(docs) == 0 {
		return Batch{Number: f.batches}, nil
	}
	b, words := variational.NumberedBlock(docs, f.v)
	rows := f.rows.Of(f.options.Dtype, len(words), f.options.Topics)
	variational.LogRows(rows, f.lambda, f.totals, words)
	topics := graph.ToLikelihoods(rows)
	sums := variational.Statistics{Counts: f.counts.Of(f.options.Dtype, len(words), f.options.Topics)}
	sums.Counts.Zero()
	if f.options.LearnAlpha == variational.ByBound {
		sums.LogTheta = make([]float64, f.options.Topics)
	}
	alpha := variational.Spread(f.alpha, f.options.Topics)
	prediction, err := f.predict(docs, alpha)
	if err != nil {
		return Batch{}, err
	}
	x, err := f.estep.Expect(b, topics, alpha, f.estep.Start(lda.Dirichlet, b, alpha), sums)
	if err != nil {
		return Batch{}, err
	}
	rho := f.weight()
	out := Batch{Number: f.batches + 1, Weight: rho, Documents: len(docs)}
	for d := range docs {
		out.Tokens += docs[d].Total()
		out.Bound += x.Bounds[d]
		out.Updates += x.Updates[d] / float64(len(docs))
	}

	// lambda <- (1-rho) lambda + rho (eta + the counts, as if of all documents).
	share := f.options.Documents / float64(len(docs))
	eta := variational.Spread(f.eta, f.v)
	variational.SetRows(f.lambda, func(w int, row []float64) {
		for k, l := range row {
			row[k] = (1-rho)*l + rho*eta[w]
		}
	})
	variational.AddRows(f.lambda, words, sums.Counts, rho*share)
	if f.totals, err = variational.Totals(f.lambda); err != nil {
		return Batch{}, err
	}
	f.batches++
	f.seen += len(docs)
	return out, f.movePriors(prediction, sums.LogTheta, share, rho)
}

// predict makes the prediction that alpha is learned from, if it is learned to predict.
// In the first pass topics have not seen the minibatch. In those to come lambda has its
// words, at about their number, as it has those of all documents.
func (f *Fit) predict(docs []lda.Bag, alpha []float64) (variational.Prediction, error) {
	if f.options.LearnAlpha != variational.Predictive {
		return variational.Prediction{}, nil
	}
	return f.estep.Predict(variational.Completion{
		Kind: lda.Dirichlet, Table: f.lambda, Docs: variational.Sample(docs, f.batches),
		Fitted: float64(f.seen) >= f.options.Documents,
		Seed:   f.options.Seed, Step: uint64(f.batches),
	}, alpha)
}

// movePriors moves the priors that are learned by the step of Newton's method times
// rho (Hoffman, Blei and Bach, section 3.3), as if all documents were those of the
// minibatch. A step that would take a number to a tenth or beyond is cut there. An alpha
// that is learned to predict moves by that step times rho.
func (f *Fit) movePriors(prediction variational.Prediction, logTheta []float64, share, rho float64) error {
	switch f.options.LearnAlpha {
	case variational.Predictive:
		f.alpha = prediction.Move(f.alpha, rho)
	case variational.ByBound:
		ofAlpha := variational.Evidence{N: f.options.Documents, Logs: logTheta}
		for k := range ofAlpha.Logs {
			ofAlpha.Logs[k] *= share
		}
		f.alpha = ofAlpha.Move(f.alpha, rho)
	}
	if f.options.LearnEta {
		ofEta, err := variational.WordEvidence(f.lambda)
		if err != nil {
			return err
		}
		f.eta = ofEta.Move(f.eta, rho)
	}
	return nil
}
