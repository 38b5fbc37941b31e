package variational

import (
	"fmt"
	"math"
	"slices"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
)

// Settings are how a method computes, whatever it estimates.
type Settings struct {
	Until graph.Convergence // of a document's gamma
	Ops   layers.Ops
	Dtype tensor.Dtype // of the topics' table and the E-step
	Seed  uint64       // of the topics to start from
}

// OptionError says which option cannot be worked with.
type OptionError struct{ Option, Found, Expected string }

func (e *OptionError) Error() string {
	return fmt.Sprintf("lda: %s: found %s, expected %s", e.Option, e.Found, e.Expected)
}

// Check returns an [*OptionError] for the first setting that has no meaning.
func (s Settings) Check() error {
	switch {
	case s.Until.Iterations < 1:
		return &OptionError{"iterations of the E-step", fmt.Sprint(s.Until.Iterations), "at least 1"}
	case !(s.Until.Tolerance >= 0):
		return &OptionError{"tolerance of the E-step", fmt.Sprint(s.Until.Tolerance), "at least 0"}
	case s.Ops != layers.Fused && s.Ops != layers.Unrolled:
		return &OptionError{"ops", string(s.Ops), "fused or unrolled"}
	case s.Dtype != graph.Float32 && s.Dtype != graph.Float64:
		return &OptionError{"element type", fmt.Sprint(s.Dtype), "float32 or float64"}
	}
	return nil
}

// CheckPrior returns an [*OptionError] unless a Dirichlet prior of n dimensions is
// one positive number or n.
func CheckPrior(name string, prior []float64, n int) error {
	if len(prior) != 1 && len(prior) != n {
		return &OptionError{name, fmt.Sprintf("%d numbers", len(prior)), fmt.Sprintf("1 or %d", n)}
	}
	for _, x := range prior {
		if !(x > 0) || math.IsInf(x, 1) {
			return &OptionError{name, fmt.Sprint(x), "a finite number above 0"}
		}
	}
	return nil
}

// Spread returns a prior of n dimensions, given as one number or n, as n.
func Spread(prior []float64, n int) []float64 {
	if len(prior) == n {
		return slices.Clone(prior)
	}
	return slices.Repeat(prior, n)
}

// Learn returns the prior that maximises the bound, as one number or as many as
// the evidence has, as the prior to start from is given.
func (e Evidence) Learn(prior []float64) []float64 {
	if len(prior) == len(e.Logs) {
		return e.Maximise(prior)
	}
	return []float64{e.MaximiseSymmetric(prior[0])}
}

// Move returns the prior after a step of Newton's method times rho, in the form that it
// is given in, one number or as many as the evidence has. No number is moved more
// than nine tenths of the way to zero. Draws of one dimension are always 1, and say
// nothing of their prior.
func (e Evidence) Move(prior []float64, rho float64) []float64 {
	if len(e.Logs) == 1 {
		return slices.Clone(prior)
	}
	step := []float64{}
	if len(prior) == len(e.Logs) {
		step = e.Ascent(prior)
	} else {
		step = append(step, e.AscentSymmetric(prior[0], len(e.Logs)))
	}
	for i := range step {
		step[i] *= rho
	}
	return move(prior, step, longest(prior, step))
}
