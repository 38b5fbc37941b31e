package gibbs

import (
	"slices"

	"arbelos/models/lda"
)

// Model returns the fitted model: phi averaged over the states that the options ask
// for, see [Options], and the present priors.
func (s *Sampler) Model() *lda.Model {
	a := s.estimates()
	return &lda.Model{
		Alpha: s.Alpha(), Eta: s.Beta(),
		Topics: lda.Topics{Kind: lda.Point, K: s.options.Topics, V: s.tokens.v, Values: mean(a.phi, a.states)},
	}
}

// Theta returns the topic proportions of the documents of the corpus, a row of K for
// each, averaged over the same states as [Sampler.Model]'s topics. A document without
// words has alpha / sum alpha, averaged where alpha is learned.
func (s *Sampler) Theta() [][]float64 {
	a := s.estimates()
	return slices.Collect(slices.Chunk(mean(a.theta, a.states), s.options.Topics))
}

// Averaged returns the number of states that estimates average over; 0 says that
// they are those of the state at hand.
func (s *Sampler) Averaged() int { return s.average.states }

func (s *Sampler) estimates() *average {
	if s.average.states > 0 {
		return &s.average
	}
	var present average
	present.add(s)
	return &present
}
