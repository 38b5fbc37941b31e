package gibbs

import (
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"arbelos/graph"
	"arbelos/models/lda"
)

// Sampler is a chain of states: a topic for each token of a corpus. It is for one
// goroutine at a time.
type Sampler struct {
	options Options
	tokens  *tokens
	sweep   int // made so far

	z           []int32
	counts      topicWords  // n_kw
	nk          [][]float64 // n_kb, a row of topics for each block
	alpha, beta []float64   // K; 1 or V
	betaSum     []float64   // of the words of each block
	average     average

	walkers []walker // one a thread, made when needed
	nd      []int    // scratch of documentCounts
	ofDoc   []int32
}

// New starts a chain on documents over v words. A document that lda.CheckBags or
// lda.CheckWhole refuses is a *lda.BagError, and an option out of its range is an
// [*OptionError].
func New(docs []lda.Bag, v int, options Options) (*Sampler, error) {
	s, err := newSampler(docs, v, options)
	if err != nil {
		return nil, err
	}
	if options.Random {
		s.startRandomly()
	} else {
		s.startProgressively()
	}
	s.countBlocks()
	return s, nil
}

// newSampler returns a chain in which no token has a topic.
func newSampler(docs []lda.Bag, v int, options Options) (*Sampler, error) {
	if err := options.check(v); err != nil {
		return nil, err
	}
	if err := lda.CheckBags(docs, v); err != nil {
		return nil, err
	}
	if err := lda.CheckWhole(docs); err != nil {
		return nil, err
	}
	options.Alpha, options.Beta = slices.Clone(options.Alpha), slices.Clone(options.Beta)
	t := newTokens(docs, v, options.Blocks)
	s := &Sampler{
		options: options, tokens: t,
		z:       slices.Repeat([]int32{-1}, len(t.words)),
		alpha:   slices.Clone(options.Alpha),
		beta:    slices.Clone(options.Beta),
		betaSum: make([]float64, t.blocks),
		nd:      make([]int, options.Topics),
	}
	if len(s.alpha) == 1 {
		s.alpha = slices.Repeat(s.alpha, options.Topics)
	}
	if options.Dense {
		s.counts = newWordTable(v, options.Topics)
	} else {
		s.counts = newWordLists(t, options.Topics)
	}
	for range t.blocks {
		s.nk = append(s.nk, make([]float64, options.Topics))
	}
	s.sumBeta()
	return s, nil
}

// Sweep draws the topic of each token once, on up to so many threads, and then does
// what the options ask for after this sweep: priors are learned, and the state is
// added to the averages. The number of threads changes nothing but the time.
func (s *Sampler) Sweep(threads int) {
	if threads < 1 {
		panic(errThreads)
	}
	for round := range s.tokens.blocks {
		s.round(round, min(threads, s.tokens.blocks))
	}
	s.sweep++
	if s.sweep > s.options.LearnAfter && s.sweep%learnEvery == 0 {
		s.learn()
	}
	if o := s.options; o.Thin > 0 && s.sweep > o.BurnIn && (s.sweep-o.BurnIn)%o.Thin == 0 {
		s.average.add(s)
	}
}

// Sweeps returns how many sweeps the chain has made, the start not counted.
func (s *Sampler) Sweeps() int { return s.sweep }

// Tokens returns the number of tokens that a sweep draws.
func (s *Sampler) Tokens() int { return len(s.z) }

// Alpha returns a copy of the present prior of proportions, K numbers.
func (s *Sampler) Alpha() []float64 { return slices.Clone(s.alpha) }

// Beta returns a copy of the present prior of topics, 1 number or V.
func (s *Sampler) Beta() []float64 { return slices.Clone(s.beta) }

// round draws the cells of one round: every document block with another word block.
func (s *Sampler) round(round, threads int) {
	blocks := s.tokens.blocks
	shares := s.drawShares(round)
	var taken atomic.Int64
	var group sync.WaitGroup
	for thread := range threads {
		w := s.walker(thread)
		group.Go(func() {
			for b := int(taken.Add(1) - 1); b < blocks; b = int(taken.Add(1) - 1) {
				words := (b + round) % blocks
				s.cell(w, round, b, words, shares[words])
			}
		})
	}
	group.Wait()
}

func (s *Sampler) cell(w walker, round, docs, words int, share []float64) {
	if round == 0 {
		// What is drawn must not depend on how the counts came about, so that a
		// chain that was saved and restored goes on as if it had not been.
		for _, word := range s.tokens.wordsOf[words] {
			s.counts.settle(word)
		}
	}
	rng := s.generator("cell", uint64(s.sweep), uint64(round), uint64(docs))
	w.enter(&frame{nk: s.nk[words], share: share, betaSum: s.betaSum[words]})
	for _, d := range s.tokens.docsOf[docs] {
		if from, to := s.tokens.cell(int(d), words); from < to {
			w.document(int(d), from, to, rng)
		}
	}
}

func (s *Sampler) walker(thread int) walker {
	for len(s.walkers) <= thread {
		switch counts := s.counts.(type) {
		case *wordTable:
			s.walkers = append(s.walkers, newDense(s, counts))
		case *wordLists:
			s.walkers = append(s.walkers, newSparse(s, counts))
		}
	}
	return s.walkers[thread]
}

// generator returns the stream of a piece of work, of a kind that takes few
// nanoseconds a number.
func (s *Sampler) generator(purpose string, keys ...uint64) *rand.PCG {
	r := graph.Rand(s.options.Seed, "lda gibbs "+purpose, keys...)
	return rand.NewPCG(r.Uint64(), r.Uint64())
}

func (s *Sampler) betaOf(w int32) float64 {
	if len(s.beta) == 1 {
		return s.beta[0]
	}
	return s.beta[w]
}

func (s *Sampler) sumBeta() {
	for b, words := range s.tokens.wordsOf {
		s.betaSum[b] = 0
		for _, w := range words {
			s.betaSum[b] += s.betaOf(w)
		}
	}
}

// countBlocks counts n_kb.
func (s *Sampler) countBlocks() {
	for i, k := range s.z {
		s.nk[s.tokens.blockOf[s.tokens.words[i]]][k]++
	}
}

// documentCounts returns n_dk of a document and the topics for which it is not 0, both
// until the next call.
func (s *Sampler) documentCounts(d int) (nd []int, topics []int32) {
	for _, k := range s.ofDoc {
		s.nd[k] = 0
	}
	s.ofDoc = s.ofDoc[:0]
	from, to := s.tokens.span(d)
	for _, k := range s.z[from:to] {
		if s.nd[k] == 0 {
			s.ofDoc = append(s.ofDoc, k)
		}
		s.nd[k]++
	}
	return s.nd, s.ofDoc
}
