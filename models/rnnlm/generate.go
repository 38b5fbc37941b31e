package rnnlm

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"arbelos/graph"
	"arbelos/layers"
)

// ErrTooLong is returned by Generate where a sentence did not end in time.
var ErrTooLong = errors.New("rnnlm: the sentence did not end within the most words allowed")

// ErrNoWord is returned by Generate where no word has a positive probability: all are
// forbidden, or the model's values are not numbers.
var ErrNoWord = errors.New("rnnlm: no word can be drawn")

// Generate draws one sentence of at least one word from p. Words that never stand in a
// sentence (never, and <s>) are not drawn: the word distribution is renormalised
// without them. With ErrTooLong the sentence is returned as far as it goes.
func (m *Model) Generate(r *rand.Rand, never []int, maxWords int) ([]int, error) {
	c, mac := m.context(nil), m.machines.Next()
	defer m.Release()
	var words []int
	var states []*graph.Node
	for in := m.Open; ; {
		states = m.LSTM.Step(c, m.Words.Forward(c, []int{in}), states)
		logits := m.Words.Logits(c, m.LSTM.Top(states))
		if err := mac.Run(logits); err != nil {
			return nil, err
		}
		x := graph.Float64s(mac.Value(logits))
		for _, w := range append([]int{m.Open}, never...) {
			x[w] = math.Inf(-1)
		}
		if len(words) == 0 {
			x[m.Close] = math.Inf(-1)
		}
		w, ok := layers.Draw(r, x)
		if !ok {
			return nil, ErrNoWord
		}
		if w == m.Close {
			return words, nil
		}
		if len(words) == maxWords {
			return words, fmt.Errorf("%w: %d", ErrTooLong, maxWords)
		}
		words, in = append(words, w), w
	}
}
