package gibbs

import (
	"slices"

	"arbelos/graph"
)

// startRandomly draws the topics of all tokens uniformly.
func (s *Sampler) startRandomly() {
	rng := graph.Rand(s.options.Seed, "lda gibbs random start")
	for i, w := range s.tokens.words {
		s.z[i] = rng.Int32N(int32(s.options.Topics))
		s.counts.increment(w, s.z[i])
	}
}

// startProgressively draws the topic of each token from its conditional given the
// tokens before it, documents in order: all words are one block.
func (s *Sampler) startProgressively() {
	topics := s.options.Topics
	w := s.walker(0)
	w.enter(&frame{nk: make([]float64, topics), share: slices.Repeat([]float64{1}, topics), betaSum: sum(s.betaSum)})
	rng := s.generator("progressive start")
	for d := range s.tokens.docs() {
		from, to := s.tokens.span(d)
		w.document(d, from, to, rng)
	}
}
