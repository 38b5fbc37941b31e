package urnng

import (
	"testing"

	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/layers"
)

// spanScores are q's scores of all spans of the sentences, longest first.
func (m *Model) spanScores(t rapid.TB, temperature float64, sentences ...[]int) (*graph.Chart, []float64) {
	t.Helper()
	mac := m.machines.Next()
	defer m.Release()
	crf := m.posterior(m.context(nil), sentences, temperature)
	if err := mac.Finish(crf.Scores); err != nil {
		t.Fatal(err)
	}
	return crf.Chart, graph.Float64s(mac.Value(crf.Scores))
}

// The scores of a batch of mixed lengths are those of each sentence alone, in
// plain Go: with either way of adding positions, and with sentences longer
// than the table of positions, whose last row then serves.
func TestPosterior(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		n := rapid.IntRange(1, 8)
		longest := n.Draw(t, "longest")
		batch := batchOf(rapid.Uint64().Draw(t, "batch"), m.Vocab, longest, min(longest, n.Draw(t, "second")))
		temperature := rapid.SampledFrom([]float64{1, 2, 0.5}).Draw(t, "temperature")
		chart, scores := m.spanScores(t, temperature, batch[0].Words, batch[1].Words)
		for b, it := range batch {
			want := naiveScores(m, it.Words)
			for first := range it.Words {
				for last := first; last < len(it.Words); last++ {
					near(t, "score", scores[chart.At(b, first, last-first+1)], want[first][last]/temperature, 1e-9)
				}
			}
		}
	})
}

// A sentence longer than any position seen in training is as if the table's
// last row went on for ever.
func TestPosteriorBeyondPositions(t *testing.T) {
	cfg := smallConfig()
	cfg.PositionRows = 5
	short := newModel(t, cfg, 1)
	cfg.PositionRows = 40
	long := newModel(t, cfg, 1)
	for i, p := range long.params {
		x, from := p.Value.Float64s(), short.params[i].Value.Float64s()
		copy(x, from)
		for j := len(from); j < len(x); j++ {
			x[j] = x[j-cfg.Width]
		}
	}
	words := batchOf(1, cfg.Vocab, 30)[0].Words
	_, got := short.spanScores(t, 1, words)
	_, want := long.spanScores(t, 1, words)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("score %d: got %v, want %v", i, got[i], want[i])
		}
	}
	for _, how := range []Decoding{Viterbi, MinimumBayesRisk} {
		parses, err := short.Parse([]Item{{Words: words}}, how)
		if err != nil || !parses[0].Tree.Over(30) {
			t.Errorf("%s: got %v, %v", how, parses, err)
		}
	}
}

// A q that knows nothing is uniform over the trees, and its tree is
// right-branching.
func TestPosteriorFlat(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	for _, p := range m.params {
		clear(p.Value.Float64s())
	}
	logCatalan := map[int]float64{2: 0, 3: 0.693147, 4: 1.609438, 5: 2.639057, 10: 8.489205, 20: 21.292698, 40: 47.969250}
	for n, want := range logCatalan {
		batch := batchOf(1, m.Vocab, n)
		parses, err := m.Parse(batch, Viterbi)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "entropy", parses[0].Entropy, want, 5e-7)
		near(t, "log q", parses[0].LogQ, -want, 5e-7)
		var right layers.Tree
		for range n {
			right = append(right, layers.Shift)
		}
		for range n - 1 {
			right = append(right, layers.Reduce)
		}
		if got := parses[0].Tree.String(); got != right.String() {
			t.Errorf("got %s, want %s", got, right)
		}
	}
}

// Each sentence of a batch of mixed lengths has the scores, in p and q, and the
// parse that it has alone, in its place of the batch.
func TestMixedLengths(t *testing.T) {
	for dtype, tol := range map[string]float64{"float64": 1e-12, "float32": 1e-5} {
		cfg := smallConfig()
		cfg.Dtype = dtype
		m := newModel(t, cfg, 2)
		batch := batchOf(3, cfg.Vocab, 2, 9, 9, 3, 1)
		parses, err := m.Parse(batch, Viterbi)
		if err != nil {
			t.Fatal(err)
		}
		likelihoods, err := m.Likelihood(batch, 7, 1, Key{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		together, err := m.Supervised(batch, Key{})
		if err != nil {
			t.Fatal(err)
		}
		got := *together
		var want Step
		for i, it := range batch {
			alone, err := m.Supervised([]Item{it}, Key{})
			if err != nil {
				t.Fatal(err)
			}
			want.Objective += alone.Objective / float64(len(batch))
			want.LogWords += alone.LogWords
			want.LogActions += alone.LogActions
			want.LogQ += alone.LogQ
			want.Entropy += alone.Entropy
			want.Words += alone.Words
			want.Sentences += alone.Sentences
			parse, err := m.Parse([]Item{it}, Viterbi)
			if err != nil {
				t.Fatal(err)
			}
			if parse[0].Tree.String() != parses[i].Tree.String() {
				t.Errorf("sentence %d: got %v, alone %v", i, parses[i].Tree, parse[0].Tree)
			}
			near(t, "log q of the parse", parses[i].LogQ, parse[0].LogQ, tol)
			near(t, "entropy of the parse", parses[i].Entropy, parse[0].Entropy, tol)
			near(t, "entropy of what is sampled", likelihoods[i].Entropy, parse[0].Entropy, tol)
			if likelihoods[i].Words != len(it.Words)+1 {
				t.Errorf("sentence %d of %d words counts %d", i, len(it.Words), likelihoods[i].Words)
			}
		}
		near(t, "objective", got.Objective, want.Objective, tol)
		near(t, "log p(x|z)", got.LogWords, want.LogWords, tol)
		near(t, "log p(z)", got.LogActions, want.LogActions, tol)
		near(t, "log q", got.LogQ, want.LogQ, tol)
		near(t, "entropy", got.Entropy, want.Entropy, tol)
		if got.Words != want.Words || got.Sentences != want.Sentences || got.Words != 2+9+9+3+1+5 {
			t.Errorf("%d words in %d sentences, want %d in %d", got.Words, got.Sentences, want.Words, want.Sentences)
		}
	}
}
