package vb

import (
	"fmt"

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
	// LearnAlpha and LearnEta fit the priors to the data in every iteration, from
	// Alpha and Eta, as one number or as many as these have. An alpha that is learned
	// to predict may lower the bound.
	LearnAlpha variational.Learning
	LearnEta   bool

	variational.Settings
}

// DefaultOptions are those with fixed symmetric priors, alpha 1/K and eta 0.01, and
// at most 100 updates of a document's gamma, until the mean change is below 0.001.
func DefaultOptions(topics int) Options {
	return Options{
		Topics: topics,
		Alpha:  []float64{1 / float64(topics)}, Eta: []float64{0.01},
		Settings: variational.Settings{
			Until: graph.Convergence{Iterations: 100, Tolerance: 1e-3},
			Ops:   layers.Fused,
			Dtype: graph.Float64,
		},
	}
}

func (o Options) check(v int) error {
	if o.Topics < 1 {
		return &variational.OptionError{Option: "topics", Found: fmt.Sprint(o.Topics), Expected: "at least 1"}
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
