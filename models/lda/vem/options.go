package vem

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
	// there are topics. LearnAlpha fits it to the data in every iteration, from
	// there and in the same form; to predict, it may lower the bound.
	Alpha      []float64
	LearnAlpha variational.Learning

	Start Start

	// Tolerance is the relative change of the bound from which down EM has converged.
	Tolerance float64

	variational.Settings
}

// DefaultOptions are the settings that came with the first author's program: a
// symmetric alpha that is learned, from 0.1; updates of a document's gamma until its
// bound changes by less than a millionth; and EM until the whole bound changes by less
// than a ten-thousandth. But there may be 100 updates, not 20: that program updates
// gamma after every word, and one of its rounds goes as far as several of the updates
// here, which are of all words at once. And topics start as seeds.
func DefaultOptions(topics int) Options {
	return Options{
		Topics: topics,
		Alpha:  []float64{0.1}, LearnAlpha: variational.ByBound,
		Start:     Seeds,
		Tolerance: 1e-4,
		Settings: variational.Settings{
			Until: graph.Convergence{Iterations: 100, Tolerance: 1e-6, Criterion: graph.BoundChange},
			Ops:   layers.Fused,
			Dtype: graph.Float64,
		},
	}
}

func (o Options) check() error {
	if o.Topics < 1 {
		return &variational.OptionError{Option: "topics", Found: fmt.Sprint(o.Topics), Expected: "at least 1"}
	}
	if o.Start != Seeds && o.Start != Random {
		return &variational.OptionError{Option: "start", Found: string(o.Start), Expected: "seeds or random"}
	}
	if !(o.Tolerance >= 0) {
		return &variational.OptionError{Option: "tolerance of EM", Found: fmt.Sprint(o.Tolerance), Expected: "at least 0"}
	}
	if err := variational.CheckPrior("alpha", o.Alpha, o.Topics); err != nil {
		return err
	}
	if err := variational.CheckLearning(o.LearnAlpha); err != nil {
		return err
	}
	return o.Settings.Check()
}
