package gibbs

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"arbelos/models/lda"
)

// State is all that a chain's future depends on, besides the documents: a chain
// restored from it has the same states, to the last bit, as one that was never
// stopped. It is numbers only, for whoever writes files.
type State struct {
	Options Options
	Words   int    // V
	Corpus  uint64 // a digest of the documents that Topics belong to
	Sweeps  int    // made so far

	// Topics holds the topic of each token, document after document, the tokens of a
	// document by ascending word.
	Topics []int32

	Alpha, Beta []float64 // as learned so far: K numbers; 1 or V

	// States is how many states are summed in Phi [K, V] and Theta [D, K], row after
	// row; both are empty if it is 0.
	States     int
	Phi, Theta []float64
}

// State returns a copy of the chain's state.
func (s *Sampler) State() State {
	state := State{
		Options: s.options, Words: s.tokens.v, Corpus: s.tokens.digest(), Sweeps: s.sweep,
		Topics: make([]int32, 0, len(s.z)),
		Alpha:  s.Alpha(), Beta: s.Beta(),
		States: s.average.states, Phi: slices.Clone(s.average.phi), Theta: slices.Clone(s.average.theta),
	}
	state.Options.Alpha, state.Options.Beta = slices.Clone(s.options.Alpha), slices.Clone(s.options.Beta)
	for _, i := range s.tokens.byWord() {
		state.Topics = append(state.Topics, s.z[i])
	}
	return state
}

// Restore returns the chain of a state, on the documents that the state was made
// with. Other documents, words that it did not begin with among them, and numbers
// out of their range are a [*StateError]: a chain has no place for words that come
// after its start. The state is copied.
func Restore(docs []lda.Bag, v int, state State) (*Sampler, error) {
	if v != state.Words {
		return nil, &StateError{fmt.Sprintf("%d words", v), fmt.Sprintf("the %d that the chain began with", state.Words)}
	}
	s, err := newSampler(docs, v, state.Options)
	if err != nil {
		return nil, err
	}
	if err := s.checkState(state); err != nil {
		return nil, err
	}
	for at, i := range s.tokens.byWord() {
		s.z[i] = state.Topics[at]
		s.counts.increment(s.tokens.words[i], s.z[i])
	}
	s.countBlocks()
	s.sweep = state.Sweeps
	s.alpha, s.beta = slices.Clone(state.Alpha), slices.Clone(state.Beta)
	s.sumBeta()
	s.average = average{state.States, slices.Clone(state.Phi), slices.Clone(state.Theta)}
	return s, nil
}

func (s *Sampler) checkState(state State) error {
	topics := s.options.Topics
	if state.Corpus != s.tokens.digest() || len(state.Topics) != len(s.z) {
		return &StateError{fmt.Sprintf("%d tokens in other documents", len(s.z)), fmt.Sprintf("the documents of the state, which have %d", len(state.Topics))}
	}
	if state.Sweeps < 0 || state.States < 0 {
		return &StateError{fmt.Sprintf("%d sweeps and %d states", state.Sweeps, state.States), "numbers from 0 up"}
	}
	for i, k := range state.Topics {
		if k < 0 || int(k) >= topics {
			return &StateError{fmt.Sprintf("topic %d of token %d", k, i), fmt.Sprintf("0 to %d", topics-1)}
		}
	}
	for _, prior := range []struct {
		name    string
		x       []float64
		allowed int
	}{{"alpha", state.Alpha, len(s.alpha)}, {"beta", state.Beta, len(s.beta)}} {
		if len(prior.x) != prior.allowed {
			return &StateError{fmt.Sprintf("%s of %d", prior.name, len(prior.x)), fmt.Sprint(prior.allowed)}
		}
		for _, x := range prior.x {
			if !(x > 0) || math.IsInf(x, 1) {
				return &StateError{fmt.Sprintf("%s of %v", prior.name, x), "finite numbers above 0"}
			}
		}
	}
	phi, theta := topics*s.tokens.v, topics*s.tokens.docs()
	if state.States == 0 {
		phi, theta = 0, 0
	}
	if len(state.Phi) != phi || len(state.Theta) != theta {
		return &StateError{fmt.Sprintf("averages of %d and %d numbers", len(state.Phi), len(state.Theta)), fmt.Sprintf("%d and %d", phi, theta)}
	}
	for _, sums := range [][]float64{state.Phi, state.Theta} {
		for _, x := range sums {
			if !(x >= 0) || math.IsInf(x, 1) {
				return &StateError{fmt.Sprintf("an average of %v", x), "finite numbers from 0 up"}
			}
		}
	}
	return nil
}

// byWord returns the tokens, document after document, those of a document by
// ascending word: an order that does not depend on blocks.
func (t *tokens) byWord() []int {
	order := make([]int, len(t.words))
	for i := range order {
		order[i] = i
	}
	for d := range t.docs() {
		from, to := t.span(d)
		slices.SortStableFunc(order[from:to], func(a, b int) int { return int(t.words[a]) - int(t.words[b]) })
	}
	return order
}

// digest returns a number that other documents have only by a chance of 2^-64.
func (t *tokens) digest() uint64 {
	h := fnv.New64a()
	put := func(x int) {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(x)))
	}
	put(t.docs())
	order := t.byWord()
	for d := range t.docs() {
		from, to := t.span(d)
		put(to - from)
		for _, i := range order[from:to] {
			put(int(t.words[i]))
		}
	}
	return h.Sum64()
}
