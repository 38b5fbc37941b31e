package urnng

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Parses of a batch of mixed lengths against all trees of each sentence: the
// most probable one, the one with the highest expected number of right spans,
// their log q and the entropy.
func TestParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		lengths := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 3).Draw(t, "lengths")
		batch := batchOf(rapid.Uint64().Draw(t, "batch"), m.Vocab, lengths...)
		viterbi, err := m.Parse(batch, Viterbi)
		if err != nil {
			t.Fatal(err)
		}
		mbr, err := m.Parse(batch, MinimumBayesRisk)
		if err != nil {
			t.Fatal(err)
		}
		for i, it := range batch {
			logQ := naiveLogQ(m, it.Words)
			right := make([]float64, len(logQ)) // expected number of right spans
			var entropy float64
			of := map[string]int{}
			trees := allTrees(len(it.Words))
			for k, tree := range trees {
				of[tree.String()] = k
				entropy -= math.Exp(logQ[k]) * logQ[k]
				for g, gold := range trees {
					for _, s := range gold.Spans() {
						if slices.Contains(tree.Spans(), s) {
							right[k] += math.Exp(logQ[g])
						}
					}
				}
			}
			near(t, "log q of the Viterbi tree", viterbi[i].LogQ, slices.Max(logQ), 1e-9)
			near(t, "log q of the Viterbi tree again", logQ[of[viterbi[i].Tree.String()]], slices.Max(logQ), 1e-9)
			near(t, "right spans of the minimum-Bayes-risk tree", right[of[mbr[i].Tree.String()]], slices.Max(right), 1e-9)
			near(t, "log q of the minimum-Bayes-risk tree", mbr[i].LogQ, logQ[of[mbr[i].Tree.String()]], 1e-9)
			near(t, "entropy", viterbi[i].Entropy, entropy, 1e-9)
			near(t, "entropy", mbr[i].Entropy, entropy, 1e-9)
		}
	})
}

func TestParseDecoding(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	if _, err := m.Parse(batchOf(1, m.Vocab, 3), "best"); !errors.Is(err, ErrBatch) {
		t.Errorf("got %v, want %v", err, ErrBatch)
	}
}

// Memory stays flat over thousands of parses of all lengths, pool included.
func TestParseMemory(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	longest := 8
	parse := func(times int) {
		for i := range times {
			how := Viterbi
			if i%10 == 0 {
				how = MinimumBayesRisk
			}
			if _, err := m.Parse(batchOf(uint64(i), m.Vocab, 1+i%longest), how); err != nil {
				t.Fatal(err)
			}
		}
	}
	heap := func() uint64 {
		var s runtime.MemStats
		runtime.GC()
		runtime.GC() // what finalizers and sync.Pools held
		runtime.ReadMemStats(&s)
		return s.HeapAlloc
	}
	parse(200)
	before := heap()
	parse(2000)
	after := heap()
	t.Logf("heap of %d bytes before, %d after 2000 parses", before, after)
	if after > before+64<<10 {
		t.Errorf("heap grew from %d to %d bytes over 2000 parses", before, after)
	}
}

// The marginals are sums of q over the trees that have a span, and come with the
// parse that there is without them.
func TestParseWithMarginals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		lengths := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 3).Draw(t, "lengths")
		batch := batchOf(rapid.Uint64().Draw(t, "batch"), m.Vocab, lengths...)
		how := rapid.SampledFrom([]Decoding{Viterbi, MinimumBayesRisk}).Draw(t, "decoding")
		with, without := must(m.ParseWithMarginals(batch, how)), must(m.Parse(batch, how))
		for i, it := range batch {
			spans := with[i].Tree.Spans()
			if without[i].Marginals != nil || len(with[i].Marginals) != len(spans) || !slices.Equal(with[i].Tree, without[i].Tree) {
				t.Fatalf("%v with marginals, %v without", with[i], without[i])
			}
			logQ := naiveLogQ(m, it.Words)
			for k, span := range spans {
				var want float64
				for g, tree := range allTrees(len(it.Words)) {
					if slices.Contains(tree.Spans(), span) {
						want += math.Exp(logQ[g])
					}
				}
				near(t, "marginal", with[i].Marginals[k], want, 1e-9)
			}
		}
	})
}
