package online

import (
	"fmt"
	"math"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda/variational"
)

// Options say what a [Fit] estimates, and how.
type Options struct {
	Topics int

	// Alpha is the prior of a document's topics, one number for all or as many as
	// there are topics; Eta is that of a topic's words, one number or as many as
	// there are words.
	Alpha, Eta []float64
	// LearnAlpha and LearnEta move the priors with every minibatch, from Alpha and
	// Eta, as one number or as many as these have.
	LearnAlpha variational.Learning
	LearnEta   bool

	// Minibatch t, from 0, has the weight (Tau + t)^-Kappa. For Kappa above 0.5 and
	// up to 1 the fit converges.
	Tau, Kappa float64

	// Documents is how many there are in the corpus, or how many a stream is taken
	// to have: a minibatch stands for all of them.
	Documents float64

	variational.Settings
}

// DefaultSize is a number of documents in a minibatch that suits most corpora: from much
// smaller ones topics may be drawn that never part.
const DefaultSize = 256

// DefaultOptions are those with fixed symmetric priors, alpha 1/K and eta 0.01, the
// weights (10 + t)^-0.5, and at most 100 updates of a document's gamma, until the mean
// change is below 0.001.
func DefaultOptions(topics int, documents float64) Options {
	return Options{
		Topics: topics,
		Alpha:  []float64{1 / float64(topics)}, Eta: []float64{0.01},
		Tau: 10, Kappa: 0.5, Documents: documents,
		Settings: variational.Settings{
			Until: graph.Convergence{Iterations: 100, Tolerance: 1e-3},
			Ops:   layers.Fused,
			Dtype: graph.Float64,
		},
	}
}

func (o Options) check(v int) error {
	switch {
	case o.Topics < 1:
		return &variational.OptionError{Option: "topics", Found: fmt.Sprint(o.Topics), Expected: "at least 1"}
	case !(o.Tau >= 1) || math.IsInf(o.Tau, 1):
		return &variational.OptionError{Option: "tau", Found: fmt.Sprint(o.Tau), Expected: "a finite number of at least 1, so that no weight is above 1"}
	case !(o.Kappa >= 0 && o.Kappa <= 1):
		return &variational.OptionError{Option: "kappa", Found: fmt.Sprint(o.Kappa), Expected: "a number from 0 to 1"}
	case !(o.Documents > 0) || math.IsInf(o.Documents, 1):
		return &variational.OptionError{Option: "documents", Found: fmt.Sprint(o.Documents), Expected: "a finite number above 0"}
	}
	if err := variational.CheckPrior("alpha", o.Alpha, o.Topics); err != nil {
		return err
	}
	if err := variational.CheckPrior("eta", o.Eta, v); err != nil {
		return err
	}
	if err := variational.CheckLearning(o.LearnAlpha); err != nil {
		return err
	}
	return o.Settings.Check()
}
