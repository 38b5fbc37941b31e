package urnng

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"arbelos/layers"
)

// prefixProbabilities returns p(x_1 .. x_t) for t from 1, summed over all action
// prefixes in plain Go, and how many there are.
func prefixProbabilities(m *Model, words []int) (p []float64, prefixes []int) {
	p, prefixes = make([]float64, len(words)), make([]int, len(words))
	var follow func(s naiveStack, t int, so float64)
	follow = func(s naiveStack, t int, so float64) {
		if t == len(words) {
			return
		}
		shift := 1.0
		if s.size() >= 2 {
			reduce := s.reduceProbability()
			shift = 1 - reduce
			other := s.copied()
			other.reduce()
			follow(other, t, so*reduce)
		}
		so *= shift * s.wordProbability(words[t])
		p[t] += so
		prefixes[t]++
		s.shift(words[t])
		follow(s, t+1, so)
	}
	follow(*newNaiveStack(m), 0, 1)
	return p, prefixes
}

func (s *naiveStack) copied() naiveStack {
	return naiveStack{s.m, slices.Clone(s.elements), slices.Clone(s.states)}
}

// With enough particles every word's surprisal is that of the sums over all
// action prefixes, and all together are -log2 of p summed over all trees.
func TestSurprisalEnumerated(t *testing.T) {
	m := newModel(t, smallConfig(), 3)
	for _, ops := range []layers.Ops{layers.Fused, layers.Unrolled} {
		m.Ops = ops
		for n := 1; n <= 6; n++ {
			words := batchOf(uint64(n), m.Vocab, n)[0].Words
			p, prefixes := prefixProbabilities(m, words)
			s, err := m.Surprisal(words, prefixes[n-1], Key{})
			if err != nil {
				t.Fatal(err)
			}
			if !s.Exact || len(s.Words) != n {
				t.Fatalf("%d words: exact %v, %d figures", n, s.Exact, len(s.Words))
			}
			before, bits := 1.0, 0.0
			for i, got := range s.Words {
				near(t, fmt.Sprintf("%s: word %d of %d", ops, i+1, n), got, -math.Log2(p[i]/before), 1e-10)
				before = p[i]
				bits += got
			}
			var all float64
			for _, tree := range allTrees(n) {
				a, b := naiveJoint(m, words, tree)
				all += math.Exp(a + b)
			}
			near(t, fmt.Sprintf("%s: end of %d", ops, n), s.End, -math.Log2(all/before), 1e-10)
			near(t, "the sum", bits+s.End, -math.Log2(all), 1e-10)
		}
	}
}

// What may come next adds up to one.
func TestSurprisalAddsUp(t *testing.T) {
	m := newModel(t, smallConfig(), 4)
	words := batchOf(1, m.Vocab, 5)[0].Words
	for n := range words {
		var total float64
		for w := range m.Vocab {
			s, err := m.Surprisal(append(slices.Clone(words[:n]), w), 100, Key{})
			if err != nil {
				t.Fatal(err)
			}
			total += math.Exp2(-s.Words[n])
		}
		near(t, fmt.Sprintf("after %d words", n), total, 1, 1e-10)
	}
}

// With few particles the estimate of p(x_1 .. x_t) has the right expectation.
func TestSurprisalUnbiased(t *testing.T) {
	cfg := smallConfig()
	cfg.ParamInit = 1.5 // so that derivations differ
	m := newModel(t, cfg, 5)
	words := batchOf(2, m.Vocab, 6)[0].Words
	p, _ := prefixProbabilities(m, words)
	var all float64
	for _, tree := range allTrees(len(words)) {
		a, b := naiveJoint(m, words, tree)
		all += math.Exp(a + b)
	}
	p = append(p, all)
	const runs = 200
	for _, particles := range []int{1, 3} {
		draws := make([][]float64, len(p))
		for run := range uint64(runs) {
			s, err := m.Surprisal(words, particles, Key{Seed: run})
			if err != nil {
				t.Fatal(err)
			}
			if s.Exact {
				t.Fatalf("%d particles: exact", particles)
			}
			bits := 0.0
			for i, v := range append(s.Words, s.End) {
				bits += v
				draws[i] = append(draws[i], math.Exp2(-bits))
			}
		}
		for i := range p {
			mean, standardError := moments(draws[i])
			t.Logf("%d particles, %d words: %.6g +- %.2g, want %.6g", particles, i+1, mean, standardError, p[i])
			if !(math.Abs(mean-p[i]) <= 4*standardError+1e-12*p[i]) {
				t.Errorf("%d particles, %d words: mean %.6g +- %.2g, want %.6g", particles, i+1, mean, standardError, p[i])
			}
			if i >= 4 && !(standardError > 1e-6*p[i]) {
				t.Errorf("%d particles, %d words: the estimates do not differ", particles, i+1)
			}
		}
	}
}

// The same key gives the same bits, on any number of threads.
func TestSurprisalRepeats(t *testing.T) {
	cfg := smallConfig()
	cfg.Dtype = "float32"
	m := newModel(t, cfg, 1)
	words := batchOf(3, m.Vocab, 20)[0].Words
	at := func(key Key, threads int) *Surprisal {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		return must(m.Surprisal(words, 40, key))
	}
	first := at(Key{Seed: 1}, 1)
	if diff := cmp.Diff(first, at(Key{Seed: 1}, 2)); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(first, at(Key{Seed: 1, Step: 1}, 1)) {
		t.Error("another step gives the same draws")
	}
}

func TestSurprisalErrors(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	for name, call := range map[string]func() (*Surprisal, error){
		"no particle":  func() (*Surprisal, error) { return m.Surprisal([]int{3}, 0, Key{}) },
		"no word":      func() (*Surprisal, error) { return m.Surprisal(nil, 1, Key{}) },
		"unknown word": func() (*Surprisal, error) { return m.Surprisal([]int{3, m.Vocab}, 1, Key{}) },
	} {
		if s, err := call(); !errors.Is(err, ErrBatch) || s != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every weight keeps its expectation, over all u, and the total stays the same.
func TestThin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logWeights := rapid.SliceOfN(rapid.OneOf(
			rapid.Float64Range(-900, -899), rapid.Float64Range(-904, -896), rapid.SampledFrom([]float64{-900, math.Inf(-1)})), 1, 12).Draw(t, "weights")
		n := rapid.IntRange(1, 12).Draw(t, "n")
		const grid = 2000
		mean := make([]float64, len(logWeights))
		for i := range grid {
			kept, logNew := thin(logWeights, n, (float64(i)+0.5)/grid)
			if len(kept) > n || len(kept) != len(logNew) {
				t.Fatalf("kept %v of %d", kept, n)
			}
			if a, b := floats.LogSumExp(logNew), floats.LogSumExp(logWeights); !(a == b || math.Abs(a-b) < 1e-9) {
				t.Fatalf("the total went from %v to %v", b, a)
			}
			for k, j := range kept {
				mean[j] += math.Exp(logNew[k]+900) / grid
			}
		}
		c := math.Exp(floats.LogSumExp(logWeights)+900) / float64(n) // no weight is replaced by more
		for j, w := range logWeights {
			if want := math.Exp(w + 900); !(math.Abs(mean[j]-want) <= 1e-9+2*c/grid) {
				t.Errorf("item %d: mean weight %v, want %v", j, mean[j], want)
			}
		}
	})
}

// BenchmarkSurprisal is a sentence of 20 words with 100 particles.
func BenchmarkSurprisal(b *testing.B) {
	for _, size := range []struct{ width, q, layers, vocab int }{{128, 64, 1, 2000}, {650, 256, 2, 10000}} {
		b.Run(fmt.Sprintf("width=%d/vocab=%d", size.width, size.vocab), func(b *testing.B) {
			m, err := New(Config{
				Vocab: size.vocab, Width: size.width, QWidth: size.q, Layers: size.layers, PositionRows: 250, Pos: PosConcat,
				Dtype: "float32", ParamInit: 0.1, Open: 2, Close: 3, Frame: [2]int{0, 2},
			}, 1)
			if err != nil {
				b.Fatal(err)
			}
			words := batchOf(1, m.Vocab, 20)[0].Words
			for b.Loop() {
				if _, err := m.Surprisal(words, 100, Key{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
