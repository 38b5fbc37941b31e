package gibbs

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbelos/models/lda"
)

// conditional returns the distribution that the sampler draws token i of a document
// from: as the dense sampler weighs it, and as lengths of the ranges of u over which
// the sparse one draws each topic.
func conditional(t rapid.TB, s *Sampler, f *frame, doc, i int) []float64 {
	t.Helper()
	p := make([]float64, s.options.Topics)
	w, old := s.tokens.words[i], s.z[i]
	walker := s.walker(0)
	walker.enter(f)
	switch c := walker.(type) {
	case *dense:
		c.document(doc, i, i, nil) // no token, but the counts of the document
		c.count(w, old, -1)
		total := c.weigh(w)
		c.count(w, old, 1)
		for k := range p {
			p[k] = c.below[k] / total
			if k > 0 {
				p[k] -= c.below[k-1] / total
			}
		}
	case *sparse:
		c.open(doc)
		before := c.takeOut(old)
		lengths(p, func(u float64) int32 { return c.draw(w, old, u) })
		c.putBack(old, before)
		c.close()
	}
	return p
}

// lengths adds to p[k] how much of [0, 1) draws k. Ranges shorter than a 20,000th may
// be missed.
func lengths(p []float64, draw func(u float64) int32) {
	const grid = 20000
	for g := range grid {
		low, high := float64(g)/grid, float64(g+1)/grid
		if g == grid-1 {
			high = math.Nextafter(1, 0)
		}
		a, b := draw(low), draw(high)
		if a == b {
			p[a] += 1.0 / grid
			continue
		}
		// The last u that draws a.
		left, right := low, high
		for range 60 {
			if middle := (left + right) / 2; draw(middle) == a {
				left = middle
			} else {
				right = middle
			}
		}
		p[a] += right - low
		p[b] += float64(g+1)/grid - right
	}
}

// The worked example: a document with two tokens of each topic beside the token at
// hand, and other documents that complete the counts.
func TestConditionalOfTheWorkedExample(t *testing.T) {
	g := readGolden(t).Conditional
	const word = 0
	var tokens, topics [2][]int // of document 0 and of the rest
	add := func(doc, w, k int) {
		tokens[doc], topics[doc] = append(tokens[doc], w), append(topics[doc], k)
	}
	add(0, word, 0) // the token at hand, whose topic does not matter
	for k, n := range g.DocTopics {
		for range int(n) {
			add(0, 1+k, k)
		}
	}
	for k, n := range g.TopicWords {
		for range n {
			add(1, word, k)
		}
		for range g.TopicTotals[k] - n - int(g.DocTopics[k]) {
			add(1, 1, k)
		}
	}
	state := State{Words: g.Vocab, Alpha: slices.Repeat([]float64{g.Alpha}, 3), Beta: []float64{g.Beta}}
	var docs []lda.Bag
	for d := range tokens {
		docs = append(docs, lda.BagOf(tokens[d]))
		for w := range g.Vocab { // tokens by ascending word
			for i, v := range tokens[d] {
				if v == w {
					state.Topics = append(state.Topics, int32(topics[d][i]))
				}
			}
		}
	}
	for _, dense := range []bool{true, false} {
		state.Options = Options{Topics: 3, Alpha: []float64{g.Alpha}, Beta: []float64{g.Beta}, Blocks: 1, Dense: dense}
		fresh, err := New(docs, g.Vocab, state.Options)
		if err != nil {
			t.Fatal(err)
		}
		state.Corpus = fresh.State().Corpus
		s, err := Restore(docs, g.Vocab, state)
		if err != nil {
			t.Fatal(err)
		}
		got := conditional(t, s, &frame{nk: s.nk[0], share: []float64{1, 1, 1}, betaSum: s.betaSum[0]}, 0, 0)
		for k, want := range g.Probabilities {
			// The golden probabilities are those of the golden weights to this.
			if sum := sum(g.Unnormalised); math.Abs(want-g.Unnormalised[k]/sum) > 1e-12 {
				t.Fatalf("golden weights and probabilities differ in topic %d", k)
			}
			if math.Abs(got[k]-want) > 1e-12 {
				t.Errorf("dense %t: topic %d has %.15f, want %.15f", dense, k, got[k], want)
			}
		}
	}
}

// Whatever the state, both samplers draw from the formula of the package comment.
func TestConditionalOfAnyState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		topics, v := rapid.IntRange(1, 4).Draw(t, "topics"), rapid.IntRange(1, 4).Draw(t, "words")
		tokens := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, v-1), 0, 7), 1, 4).Draw(t, "documents")
		var docs []lda.Bag
		for _, doc := range tokens {
			docs = append(docs, lda.BagOf(doc))
		}
		// The lightest topic of a bucket weighs 0.3 * 0.3 * 0.5 / (4 * 3 + 28 tokens), all
		// together below 7 tokens + 4 * 3: no range is shorter than lengths can see.
		number := rapid.Float64Range(0.3, 3)
		o := Options{
			Topics: topics, Random: true, Seed: rapid.Uint64().Draw(t, "seed"), Blocks: rapid.IntRange(1, 2).Draw(t, "blocks"),
			Alpha: rapid.SliceOfN(number, topics, topics).Draw(t, "alpha"), Beta: rapid.SliceOfN(number, v, v).Draw(t, "beta"),
		}
		s, err := New(docs, v, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.z) == 0 {
			t.Skip("no token")
		}
		i := rapid.IntRange(0, len(s.z)-1).Draw(t, "token")
		doc := 0
		for _, to := s.tokens.span(doc); i >= to; _, to = s.tokens.span(doc) {
			doc++
		}
		block := s.tokens.blockOf[s.tokens.words[i]]
		share := rapid.SliceOfN(rapid.Float64Range(0.5, 1), topics, topics).Draw(t, "share")
		want := naiveConditional(s, share, doc, i)
		for _, dense := range []bool{true, false} {
			o.Dense = dense
			state := s.State()
			state.Options = o
			r, err := Restore(docs, v, state)
			if err != nil {
				t.Fatal(err)
			}
			got := conditional(t, r, &frame{nk: r.nk[block], share: share, betaSum: r.betaSum[block]}, doc, i)
			for k := range want {
				if math.Abs(got[k]-want[k]) > 1e-10 {
					t.Fatalf("dense %t: got %v, want %v", dense, got, want)
				}
			}
		}
	})
}

// naiveConditional counts everything anew.
func naiveConditional(s *Sampler, share []float64, doc, i int) []float64 {
	from, to := s.tokens.span(doc)
	block := s.tokens.blockOf[s.tokens.words[i]]
	var betaSum float64
	for w, beta := range s.beta {
		if s.tokens.blockOf[w] == block {
			betaSum += beta
		}
	}
	p := make([]float64, s.options.Topics)
	for k := range p {
		var nd, nw, nb float64
		for j, z := range s.z {
			if j == i || int(z) != k {
				continue
			}
			if j >= from && j < to {
				nd++
			}
			if s.tokens.words[j] == s.tokens.words[i] {
				nw++
			}
			if s.tokens.blockOf[s.tokens.words[j]] == block {
				nb++
			}
		}
		p[k] = (s.alpha[k] + nd) * share[k] * (s.beta[s.tokens.words[i]] + nw) / (betaSum + nb)
	}
	total := sum(p)
	for k := range p {
		p[k] /= total
	}
	return p
}

// The first tokens of a progressive start are drawn as if nothing else were there.
func TestProgressiveStart(t *testing.T) {
	// One document "a a": the second token has the first one's topic with
	// probability (alpha+1)/(2 alpha+1) (beta+1)/(2 beta+1) to alpha/(2 alpha+1) 1/2.
	const alpha, beta, runs = 0.5, 0.2, 20000
	for _, dense := range []bool{true, false} {
		same := 0
		for seed := range uint64(runs) {
			s, err := New([]lda.Bag{lda.BagOf([]int{0, 0})}, 2, Options{
				Topics: 2, Alpha: []float64{alpha}, Beta: []float64{beta}, Blocks: 1, Dense: dense, Seed: seed,
			})
			if err != nil {
				t.Fatal(err)
			}
			if s.z[0] == s.z[1] {
				same++
			}
		}
		a, b := (alpha+1)*(beta+1)/(2*beta+1), alpha*0.5
		want := a / (a + b)
		if off := float64(same)/runs - want; math.Abs(off) > 4*math.Sqrt(want*(1-want)/runs) {
			t.Errorf("dense %t: %d of %d, want a share of %v", dense, same, runs, want)
		}
	}
}

// Draws at the very ends of [0, 1), where rounding shows, are topics with weight.
func TestDrawsAtTheEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		var doc []int
		for range 1 + rng.IntN(6) {
			doc = append(doc, rng.IntN(3))
		}
		s, err := New([]lda.Bag{lda.BagOf(doc), lda.BagOf([]int{0})}, 3, Options{Topics: 3, Alpha: []float64{1e-9, 0.1, 3}, Beta: []float64{1e-9}, Blocks: 1, Random: true, Seed: uint64(n)})
		if err != nil {
			t.Fatal(err)
		}
		c := s.walker(0).(*sparse)
		c.enter(&frame{nk: s.nk[0], share: []float64{1, 0, 1}, betaSum: s.betaSum[0]})
		for i, w := range s.tokens.words[:len(doc)] {
			if s.z[i] == 1 {
				continue // a topic without a share has no tokens
			}
			c.open(0)
			before := c.takeOut(s.z[i])
			for _, u := range []float64{0, math.SmallestNonzeroFloat64, math.Nextafter(1, 0), 1} {
				if k := c.draw(w, s.z[i], u); k < 0 || k > 2 || k == 1 {
					t.Fatalf("drew topic %d at %v", k, u)
				}
			}
			c.putBack(s.z[i], before)
			c.close()
		}
	}
}
