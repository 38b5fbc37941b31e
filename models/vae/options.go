package vae

import (
	"errors"
	"fmt"
)

// Estimator is what a step raises, and how it estimates the gradient.
type Estimator string

const (
	// ELBO is the evidence lower bound with reparameterised samples.
	ELBO Estimator = "elbo"
	// IWAE is the importance-weighted bound, with the pathwise gradient.
	IWAE Estimator = "iwae"
	// DReG is the same bound with the doubly reparameterised gradient in q.
	DReG Estimator = "dreg"
	// RWS is reweighted wake-sleep with the wake phase of both p and q.
	RWS Estimator = "rws"
	// WakeSleep is the wake phase of p, and the sleep phase of q on as many x drawn
	// from p as the batch has items.
	WakeSleep Estimator = "wake-sleep"
	// Score is the evidence lower bound with the score function's gradient in q.
	Score Estimator = "score"
)

// Estimators are all of them.
var Estimators = []Estimator{ELBO, IWAE, DReG, RWS, WakeSleep, Score}

// Weighted tells whether the estimator is one of a bound whose KL term may have a
// weight. Others estimate the gradient of another function where it is not 1.
func (e Estimator) Weighted() bool { return e == ELBO || e == IWAE || e == Score }

// Baseline is what the score function's estimator subtracts.
type Baseline string

const (
	NoBaseline    Baseline = "none"
	LeaveOneOut   Baseline = "leave-one-out"  // with one sample there is none
	MovingAverage Baseline = "moving-average" // see GroupBaseline
)

// Options say what a step does.
type Options struct {
	Key       Key
	Estimator Estimator
	Samples   int // drawn from q for each item
	// KLWeight multiplies log p(z) - log q(z|x), 0 to 1; 1 is the bound. It must be 1
	// where the estimator has no weight (Estimator.Weighted).
	KLWeight float64
	// SampledKL estimates the KL of an ELBO from the samples. Without it the closed
	// form is used, which has no variance. Other estimators always sample.
	SampledKL bool
	Baseline  Baseline // of Score; else ""
}

// ErrOptions is matched by the errors of options that have no meaning.
var ErrOptions = errors.New("vae: bad options")

func (o Options) check() error {
	refuse := func(what string, found any, expected string) error {
		return fmt.Errorf("%w: %s is %v, expected %s", ErrOptions, what, found, expected)
	}
	known := false
	for _, e := range Estimators {
		known = known || e == o.Estimator
	}
	switch {
	case !known:
		return refuse("estimator", o.Estimator, fmt.Sprint("one of ", Estimators))
	case o.Samples < 1:
		return refuse("number of samples", o.Samples, "at least 1")
	case !(o.KLWeight >= 0 && o.KLWeight <= 1):
		return refuse("KL weight", o.KLWeight, "0 to 1")
	case o.KLWeight != 1 && !o.Estimator.Weighted():
		return refuse("KL weight", o.KLWeight, fmt.Sprintf("1 for %s", o.Estimator))
	case o.SampledKL && o.Estimator != ELBO:
		return refuse("sampled KL", o.SampledKL, fmt.Sprintf("false for %s", o.Estimator))
	case o.Estimator == Score && o.Baseline != NoBaseline && o.Baseline != LeaveOneOut && o.Baseline != MovingAverage:
		return refuse("baseline", o.Baseline, "none, leave-one-out or moving-average")
	case o.Estimator != Score && o.Baseline != "":
		return refuse("baseline", o.Baseline, fmt.Sprintf("none for %s", o.Estimator))
	}
	return nil
}
