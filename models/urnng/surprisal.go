package urnng

import (
	"fmt"
	"math"

	"arbelos/graph"
)

// Surprisal is how little p expected each word of a sentence, in bits:
//
//	-log2 p(x_t | x_1 .. x_{t-1}),  p(x_1 .. x_t) = sum of p(x_1 .. x_t, a) over the action prefixes a that end with SHIFT x_t
//
// (Hale, 2001; Stolcke, 1995, for prefix probabilities of a grammar).
type Surprisal struct {
	Words []float64 // of each word given those before it
	// End is that of the sentence ending where it does: of </s> after a complete
	// tree, and of the REDUCE that p charges for after it. Words and End add up
	// to -log2 p(x).
	End float64
	// Exact tells that every action prefix was followed; else the figures are
	// estimates.
	Exact bool
}

// Surprisal computes the surprisal of every word of a sentence with p alone: q
// has seen the words to come.
//
// It goes from word to word with a set of weighted derivations, follows each
// through all the REDUCEs that it may make before the next SHIFT, and thins the
// set to as many derivations as there are particles, without bias: the estimate
// of p(x_1 .. x_t) has that expectation for any number of particles. Minus its
// logarithm is too high in expectation, by about half its relative variance.
// Before x_t there are Catalan(t-2) derivations, so that nothing is left out of
// a sentence of T words if there are Catalan(T-1) particles. What is drawn
// depends on key alone.
func (m *Model) Surprisal(sentence []int, particles int, key Key) (*Surprisal, error) {
	if particles < 1 {
		return nil, fmt.Errorf("%w: %d particles, expected at least 1", ErrBatch, particles)
	}
	if _, err := m.sort([]Item{{Words: sentence}}); err != nil {
		return nil, err
	}
	defer m.Release()
	d, err := newDerivations(m)
	if err != nil {
		return nil, err
	}
	s := &Surprisal{Exact: true}
	r := graph.Rand(key.Seed, "surprisal", key.Step)
	logBefore := 0.0
	for _, word := range sentence {
		logPrefix, exact, err := d.shift(word, particles, r.Float64())
		if err != nil {
			return nil, err
		}
		s.Words = append(s.Words, (logBefore-logPrefix)/math.Ln2)
		s.Exact = s.Exact && exact
		logBefore = logPrefix
	}
	logAll, err := d.end()
	if err != nil {
		return nil, err
	}
	s.End = (logBefore - logAll) / math.Ln2
	return s, nil
}
