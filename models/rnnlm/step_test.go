package rnnlm

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbelos/graph"
)

// Every word's log probability is that of the plain model, whatever the batch.
func TestLikelihood(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := smallConfig()
		cfg.Layers = rapid.IntRange(1, 3).Draw(t, "layers")
		m := newModel(t, cfg, rapid.Uint64().Draw(t, "seed"))
		m.Ops = rapid.SampledFrom(bothOps).Draw(t, "ops")
		batch := sentencesOf(rapid.Uint64().Draw(t, "batch"), cfg.Vocab, rapid.SliceOfN(rapid.IntRange(0, 9), 1, 5).Draw(t, "lengths")...)
		got, err := m.Likelihood(batch)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range batch {
			want := naiveLogWords(m, s)
			if len(got[i].LogWords) != len(want) {
				t.Fatalf("sentence %d: found %d words, want %d", i, len(got[i].LogWords), len(want))
			}
			var total float64
			for k, w := range want {
				near(t, "log p", got[i].LogWords[k], w, 1e-11)
				near(t, "surprisal", got[i].Surprisal()[k], -math.Log2(math.Exp(w)), 1e-11)
				total += w
			}
			near(t, "total", got[i].Total(), total, 1e-11)
			near(t, "without </s>", got[i].Endless(), total-want[len(want)-1], 1e-11)
		}
	})
}

// The objective is the mean of log p(x), and its gradient that of central differences,
// element by element, with dropout too.
func TestStep(t *testing.T) {
	for _, dropout := range []float64{0, 0.4} {
		for _, ops := range bothOps {
			cfg := smallConfig()
			cfg.Dropout = dropout
			m := newModel(t, cfg, 3)
			m.Ops = ops
			batch, key := sentencesOf(1, cfg.Vocab, 4, 0, 6, 4), Key{Seed: 1, Step: 9}
			step := mustStep(t, m, batch, key)
			if step.Sentences != 4 || step.Words != 18 {
				t.Errorf("found %d sentences and %d words", step.Sentences, step.Words)
			}
			near(t, "sum", step.LogWords, 4*step.Objective, 1e-12)
			if dropout == 0 {
				var want float64
				for _, s := range batch {
					for _, v := range naiveLogWords(m, s) {
						want += v
					}
				}
				near(t, "log p", step.LogWords, want, 1e-11)
			}
			var grads [][]float64
			for _, g := range step.Grads {
				grads = append(grads, slices.Clone(graph.Float64s(g)))
			}
			for i, p := range m.Params() {
				x := p.Value.Float64s()
				for j := range x {
					at := x[j]
					want := graph.CentralDifference(func(h float64) float64 {
						x[j] = at + h
						return mustStep(t, m, batch, key).Objective
					})
					x[j] = at
					near(t, "gradient in "+p.Name, grads[i][j], want, 1e-8)
				}
			}
		}
	}
}

func mustStep(t testing.TB, m *Model, batch [][]int, key Key) *Step {
	t.Helper()
	s, err := m.Step(batch, key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// float32 gives what float64 gives, and the number of threads no other bits.
func TestSameBits(t *testing.T) {
	cfg := Config{Vocab: 50, Width: 24, Layers: 2, Dropout: 0.3, ParamInit: 0.3, Open: 1, Close: 2}
	batch := sentencesOf(2, cfg.Vocab, 12, 3, 25, 1, 12, 12, 9)
	var results [2][]float64
	for i, dtype := range []string{"float64", "float32"} {
		cfg.Dtype = dtype
		for threads := 1; threads <= 2; threads++ {
			before := runtime.GOMAXPROCS(threads)
			s := mustStep(t, newModel(t, cfg, 7), batch, Key{Seed: 7})
			runtime.GOMAXPROCS(before)
			all := []float64{s.Objective}
			for _, g := range s.Grads {
				all = append(all, graph.Float64s(g)...)
			}
			if threads == 2 && !slices.Equal(all, results[i]) {
				t.Errorf("%s: two threads give other bits than one", dtype)
			}
			results[i] = all
		}
	}
	for i, v := range results[1] {
		if math.Abs(v-results[0][i]) > 1e-4*math.Abs(results[0][i])+1e-5 {
			t.Fatalf("number %d: float32 gives %v, float64 %v", i, v, results[0][i])
		}
	}
}

func TestBatchRefused(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	for _, batch := range [][][]int{nil, {{3, 7}}, {{3}, {-1}}} {
		if _, err := m.Step(batch, Key{}); !errors.Is(err, ErrBatch) {
			t.Errorf("step of %v: found error %v", batch, err)
		}
		if _, err := m.Likelihood(batch); !errors.Is(err, ErrBatch) {
			t.Errorf("likelihood of %v: found error %v", batch, err)
		}
	}
}
