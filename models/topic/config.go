package topic

import (
	"errors"
	"fmt"
	"math"

	"arbelos/graph"
)

// Decoder is how the topics of a document make its word distribution.
type Decoder string

const (
	// Mixture mixes topics in the space of probabilities, as LDA does: the words of a
	// document come from sum_k theta_k softmax(beta_k).
	Mixture Decoder = "mixture"
	// Product mixes them in the space of logits: softmax(sum_k theta_k beta_k), a
	// product of experts, which may be peaked where no topic is.
	Product Decoder = "product"
)

// Config fixes the shape of a model. It is saved with it.
type Config struct {
	Vocab  int `json:"vocab"`  // word ids are 0 to Vocab-1
	Topics int `json:"topics"` // at least 2
	Hidden int `json:"hidden"` // width of the encoder's two hidden layers

	// Alpha is the Dirichlet prior of a document's topics that the logistic-normal one
	// approximates: one number for all topics, or as many as there are.
	Alpha   []float64 `json:"alpha"`
	Decoder Decoder   `json:"decoder"`
	Dropout float64   `json:"dropout"` // of the encoder's last hidden layer
	Dtype   string    `json:"dtype"`   // float32 or float64
}

// DefaultConfig is the mixture of so many topics over so many words, with the sizes
// that docs/topic.md measures.
func DefaultConfig(vocab, topics int) Config {
	return Config{
		Vocab: vocab, Topics: topics, Hidden: 300,
		Alpha: []float64{0.3}, Decoder: Mixture, Dropout: 0.2, Dtype: "float32",
	}
}

// ErrConfig is matched by the errors of [Config.Check].
var ErrConfig = errors.New("topic: bad configuration")

// Check returns an error that names the first field out of its range.
func (c Config) Check() error {
	for _, f := range []struct {
		name string
		v    int
		min  int
	}{
		{"vocab", c.Vocab, 1}, {"topics", c.Topics, 2}, {"hidden", c.Hidden, 1},
	} {
		if f.v < f.min {
			return fmt.Errorf("%w: %s is %d, expected at least %d", ErrConfig, f.name, f.v, f.min)
		}
	}
	if len(c.Alpha) != 1 && len(c.Alpha) != c.Topics {
		return fmt.Errorf("%w: alpha has %d numbers, expected 1 or %d", ErrConfig, len(c.Alpha), c.Topics)
	}
	for _, a := range c.Alpha {
		if !(a > 0) || math.IsInf(a, 1) {
			return fmt.Errorf("%w: alpha is %v, expected a finite number above 0", ErrConfig, a)
		}
	}
	if c.Decoder != Mixture && c.Decoder != Product {
		return fmt.Errorf("%w: decoder is %q, expected %q or %q", ErrConfig, c.Decoder, Mixture, Product)
	}
	if !(c.Dropout >= 0 && c.Dropout < 1) {
		return fmt.Errorf("%w: dropout is %v, expected 0 <= dropout < 1", ErrConfig, c.Dropout)
	}
	if _, err := graph.ParseDtype(c.Dtype); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return nil
}
