package gibbs

import (
	"fmt"

	"arbelos/models/lda"
)

// InferOptions say how the topics of new documents are sampled.
type InferOptions struct {
	// BurnIn sweeps over a document come first. Proportions are averages over Samples
	// states, Thin sweeps from one to the next.
	BurnIn, Samples, Thin int
	Threads               int
	Seed                  uint64
}

// DefaultInferOptions average over 20 states of a document.
func DefaultInferOptions() InferOptions {
	return InferOptions{BurnIn: 20, Samples: 20, Thin: 2, Threads: 1}
}

// Inferrer gives documents the topics of a model by Gibbs sampling. It is an
// lda.Inferrer. The topics of the model may come from any method.
type Inferrer struct {
	known   *known
	options InferOptions
}

var _ lda.Inferrer = (*Inferrer)(nil)

// NewInferrer returns an Inferrer for a model, which is copied. An option out of its
// range is an [*OptionError].
func NewInferrer(m *lda.Model, options InferOptions) (*Inferrer, error) {
	for _, option := range []struct {
		name         string
		value, least int
	}{{"BurnIn", options.BurnIn, 0}, {"Samples", options.Samples, 1}, {"Thin", options.Thin, 1}, {"Threads", options.Threads, 1}} {
		if option.value < option.least {
			return nil, &OptionError{option.name, fmt.Sprint(option.value), fmt.Sprintf("a number from %d up", option.least)}
		}
	}
	return &Inferrer{known: newKnown(m), options: options}, nil
}

// Infer returns the mean over the sampled states of (n_dk + alpha_k) / (n_d + sum
// alpha), as lda.Inferrer says. Tokens of words that no topic has are left out.
// Counts that are not whole are a *lda.BagError too.
func (f *Inferrer) Infer(docs []lda.Bag) ([][]float64, error) {
	theta := make([][]float64, len(docs))
	err := f.known.each(docs, f.options.Threads, func(c *folding, d int) { theta[d] = f.infer(c, docs[d]) })
	if err != nil {
		return nil, err
	}
	return theta, nil
}

func (f *Inferrer) infer(c *folding, doc lda.Bag) []float64 {
	c.open(doc, f.options.Seed, "lda gibbs infer")
	if len(c.tokens) == 0 {
		return lda.DirichletMean(c.alpha)
	}
	for range c.tokens {
		c.extend()
	}
	for range f.options.BurnIn {
		c.resample()
	}
	counts := make([]float64, len(c.alpha)) // summed over the states
	for range f.options.Samples {
		for range f.options.Thin {
			c.resample()
		}
		for _, k := range c.topics {
			counts[k] += c.nd[k]
		}
	}
	for k := range counts {
		counts[k] = counts[k]/float64(f.options.Samples) + c.alpha[k]
	}
	return lda.DirichletMean(counts)
}
