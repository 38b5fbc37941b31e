package vae

import (
	"errors"
	"fmt"

	"arbelos/graph"
)

// Likelihood is a family of distributions p(x|z), independent over the dimensions
// of x given z. f, f1 and f2 are the outputs of a network.
type Likelihood string

const (
	// Gaussian is N(f1(z), exp f2(z)): a mean and a log variance for each dimension.
	Gaussian Likelihood = "gaussian"
	// Linear is N(W z + b, s): probabilistic PCA, with one learned variance s.
	Linear Likelihood = "linear"
	// Bernoulli is for x of zeros and ones, which are one with probability
	// sigmoid(f(z)).
	Bernoulli Likelihood = "bernoulli"
	// Categorical is for whole numbers from 0 to Values-1, with probabilities
	// softmax(f(z)).
	Categorical Likelihood = "categorical"
)

// Config fixes the shape of a model. It is saved with it.
type Config struct {
	Data       int        `json:"data"`   // dimensions of x
	Latent     int        `json:"latent"` // dimensions of z
	Likelihood Likelihood `json:"likelihood"`
	Values     int        `json:"values,omitempty"` // of each dimension of a categorical x; else 0
	// Hidden are the widths of the hidden layers of q's network, and of p's in the
	// reverse order; none makes both linear. A Linear p has no hidden layer.
	Hidden []int  `json:"hidden"`
	Dtype  string `json:"dtype"` // float32 or float64
}

// ErrConfig is matched by the errors of Config.Check.
var ErrConfig = errors.New("vae: bad configuration")

// Check returns an error that names the first field out of its range.
func (c Config) Check() error {
	if c.Data < 1 || c.Latent < 1 {
		return fmt.Errorf("%w: x has %d dimensions and z %d, expected at least 1", ErrConfig, c.Data, c.Latent)
	}
	for _, width := range c.Hidden {
		if width < 1 {
			return fmt.Errorf("%w: a hidden layer of width %d, expected at least 1", ErrConfig, width)
		}
	}
	switch c.Likelihood {
	case Gaussian, Linear, Bernoulli:
		if c.Values != 0 {
			return fmt.Errorf("%w: %d values for the likelihood %q, expected 0: categorical ones have values", ErrConfig, c.Values, c.Likelihood)
		}
	case Categorical:
		if c.Values < 2 {
			return fmt.Errorf("%w: %d values of a categorical x, expected at least 2", ErrConfig, c.Values)
		}
	default:
		return fmt.Errorf("%w: likelihood %q, expected gaussian, linear, bernoulli or categorical", ErrConfig, c.Likelihood)
	}
	if _, err := graph.ParseDtype(c.Dtype); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return nil
}
