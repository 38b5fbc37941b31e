package rnnlm

import (
	"math"

	"gorgonia.org/tensor"

	"arbelos/graph"
)

// Step is what a training step found. Logarithms are natural.
type Step struct {
	Sentences, Words int // Words counts one </s> a sentence

	Objective float64 // mean over the sentences of log p(x), which is maximised
	LogWords  float64 // their sum

	// Grads are the gradients of Objective, in the order of Params. They are valid
	// until the next step.
	Grads []*tensor.Dense
}

// Step returns the gradients of log p(x), averaged over the sentences of a batch.
func (m *Model) Step(sentences [][]int, key Key) (*Step, error) {
	b, err := m.batch(sentences)
	if err != nil {
		return nil, err
	}
	return graph.UntilUnmerged(func() (*Step, error) { return m.tryStep(b, key) })
}

func (m *Model) tryStep(b *batch, key Key) (*Step, error) {
	c, mac := m.context(&key), m.machines.Next()
	total := graph.Sum(m.forward(c, b))
	objective := graph.Scale(total, 1/float64(len(b.from)))
	grads, err := c.Gradients(mac, objective, m.params, total)
	if err != nil {
		return nil, err
	}
	return &Step{
		Sentences: len(b.from), Words: len(b.targets),
		Objective: mac.Scalar(objective), LogWords: mac.Scalar(total),
		Grads: grads,
	}, nil
}

// Likelihood is log p of a sentence, word by word.
type Likelihood struct {
	// LogWords are log p(x_t | x_1 .. x_{t-1}) of the words, and at last that of </s>.
	LogWords []float64
}

// Total returns log p(x), </s> included.
func (l Likelihood) Total() float64 {
	var sum float64
	for _, v := range l.LogWords {
		sum += v
	}
	return sum
}

// Endless returns log p of the words alone, whatever may follow.
func (l Likelihood) Endless() float64 { return l.Total() - l.LogWords[len(l.LogWords)-1] }

// Surprisal returns -log2 p of every word given those before it, and at last of </s>.
func (l Likelihood) Surprisal() []float64 {
	bits := make([]float64, len(l.LogWords))
	for i, v := range l.LogWords {
		bits[i] = -v / math.Ln2
	}
	return bits
}

// Likelihood computes log p(x) of every sentence of a batch, exactly.
func (m *Model) Likelihood(sentences [][]int) ([]Likelihood, error) {
	b, err := m.batch(sentences)
	if err != nil {
		return nil, err
	}
	mac := m.machines.Next()
	defer m.Release()
	logs := m.forward(m.context(nil), b)
	if err := mac.Finish(logs); err != nil {
		return nil, err
	}
	values := graph.Float64s(mac.Value(logs))
	out := make([]Likelihood, len(sentences))
	b.each(func(sentence, _, row int) {
		out[sentence].LogWords = append(out[sentence].LogWords, values[row])
	})
	return out, nil
}
