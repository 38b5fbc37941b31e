package urnng

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbelos/graph"
)

// enumeratedBounds are, for one sentence, what the samples' averages tend to.
type enumeratedBounds struct {
	logP      float64 // log p(x)
	bound     float64 // the evidence lower bound with q itself
	variance  float64 // of p(x,z)/(q(z|x) p(x)), q being what the samples come from
	entropy   float64 // of that
	available int     // trees
}

func enumerateBounds(t testing.TB, m *Model, words []int, temperature float64) enumeratedBounds {
	t.Helper()
	trees := allTrees(len(words))
	joint, err := m.LogJoint(words, trees)
	if err != nil {
		t.Fatal(err)
	}
	e := enumeratedBounds{logP: m.exactLogP(t, words), available: len(trees), variance: -1}
	var z float64
	logQ := naiveLogQ(m, words)
	for k := range logQ {
		e.bound += math.Exp(logQ[k]) * (joint[k] - logQ[k])
		logQ[k] /= temperature
		z += math.Exp(logQ[k])
	}
	for k := range logQ {
		logQ[k] -= math.Log(z)
		e.entropy -= math.Exp(logQ[k]) * logQ[k]
		e.variance += math.Exp(2*(joint[k]-e.logP) - logQ[k])
	}
	return e
}

// sampledBounds runs Likelihood many times over.
func sampledBounds(t testing.TB, m *Model, batch []Item, samples int, temperature float64, times int) (importance, weight, bound []float64) {
	t.Helper()
	for step := range uint64(times) {
		ls, err := m.Likelihood(batch, samples, temperature, Key{Seed: uint64(samples), Step: step})
		if err != nil {
			t.Fatal(err)
		}
		importance = append(importance, ls[0].Importance)
		weight = append(weight, math.Exp(ls[0].Importance))
		bound = append(bound, ls[0].Bound)
	}
	return importance, weight, bound
}

// ELBO <= E[importance-weighted bound of K samples], rising in K, <= log p(x),
// all but the means of K samples computed exactly.
func TestBoundsOrdered(t *testing.T) {
	cfg := smallConfig()
	cfg.ParamInit = 1.2 // q far from the posterior: bounds far apart
	m := newModel(t, cfg, 11)
	batch := batchOf(2, m.Vocab, 5)
	exact := enumerateBounds(t, m, batch[0].Words, 1)
	const times = 500
	below := exact.bound
	for _, samples := range []int{1, 5, 50} {
		importance, _, bound := sampledBounds(t, m, batch, samples, 1, times)
		mean, se := moments(importance)
		t.Logf("K = %d: %.5f (standard error %.5f); ELBO %.5f, log p(x) %.5f", samples, mean, se, exact.bound, exact.logP)
		if samples == 1 {
			if !(math.Abs(mean-exact.bound) <= 4*se) {
				t.Errorf("mean bound of one sample %.6f, exact ELBO %.6f, standard error %.2g", mean, exact.bound, se)
			}
		} else if !(mean > below) { // by four standard errors or more
			t.Errorf("K = %d: mean bound %.6f, not above %.6f", samples, mean, below)
		}
		if !(mean <= exact.logP+4*se) {
			t.Errorf("K = %d: mean bound %.6f above log p(x) %.6f", samples, mean, exact.logP)
		}
		below = mean
		if mean, se := moments(bound); !(math.Abs(mean-exact.bound) <= 4*se) {
			t.Errorf("K = %d: mean of Bound %.6f, exact ELBO %.6f, standard error %.2g", samples, mean, exact.bound, se)
		}
	}
}

// The importance weights average p(x) without bias at any temperature, and one
// call with many samples is as near to log p(x) as the exact variance of a
// weight says.
func TestLikelihoodConverges(t *testing.T) {
	m := newModel(t, smallConfig(), 11)
	batch := batchOf(2, m.Vocab, 5)
	for _, temperature := range []float64{1, 2} {
		t.Run(fmt.Sprint(temperature), func(t *testing.T) {
			exact := enumerateBounds(t, m, batch[0].Words, temperature)
			_, weight, _ := sampledBounds(t, m, batch, 5, temperature, 200)
			p := math.Exp(exact.logP)
			if mean, se := moments(weight); !(math.Abs(mean-p) <= 4*se) {
				t.Errorf("mean weight %.6g, p(x) %.6g, standard error %.2g", mean, p, se)
			}
			const samples = 20000
			ls, err := m.Likelihood(batch, samples, temperature, Key{Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			got := ls[0]
			if se := math.Sqrt(exact.variance / samples); !(math.Abs(math.Exp(got.Importance-exact.logP)-1) <= 4*se) {
				t.Errorf("%d samples: %.6f, log p(x) %.6f, standard error %.2g", samples, got.Importance, exact.logP, se)
			}
			near(t, "entropy", got.Entropy, exact.entropy, 1e-9)
			if got.Distinct != exact.available || got.Words != 6 {
				t.Errorf("%d different trees and %d words, want %d and 6", got.Distinct, got.Words, exact.available)
			}
			if math.IsNaN(got.Bound) != (temperature != 1) {
				t.Errorf("ELBO %v at temperature %v", got.Bound, temperature)
			}
		})
	}
}

// What is said about a sentence follows from its trees, each scored alone:
// also where all are different.
func TestLikelihoodOfSamples(t *testing.T) {
	m := newModel(t, smallConfig(), 3)
	for _, p := range m.params {
		if p.Group == GroupQ {
			clear(p.Value.Float64s()) // flat: few trees twice
		}
	}
	batch := batchOf(2, m.Vocab, 4, 12)
	key := Key{Seed: 8, Step: 1}
	ls, err := m.Likelihood(batch, 10, 1, key)
	if err != nil {
		t.Fatal(err)
	}
	if ls[1].Distinct != 10 {
		t.Fatalf("%d different trees of 10: another seed is needed", ls[1].Distinct)
	}
	logCatalan := []float64{math.Log(5), math.Log(58786)} // trees over 4 and 12 words
	for i, trees := range m.drawn(t, batch, 10, 1, key) {
		var want Likelihood
		var weight, endless float64
		for _, tree := range trees {
			words, actions := naiveDerivation(m, batch[i].Words, tree, false)
			endless += math.Exp(words+actions+logCatalan[i]) / 10
			words, actions = naiveJoint(m, batch[i].Words, tree)
			want.LogWords += words / 10
			want.LogActions += actions / 10
			weight += math.Exp(words+actions+logCatalan[i]) / 10
		}
		near(t, "log p(x|z)", ls[i].LogWords, want.LogWords, 1e-11)
		near(t, "log p(z)", ls[i].LogActions, want.LogActions, 1e-11)
		near(t, "importance-weighted bound", ls[i].Importance, math.Log(weight), 1e-11)
		near(t, "the same without an end", ls[i].Endless, math.Log(endless), 1e-11)
		near(t, "ELBO", ls[i].Bound, want.LogWords+want.LogActions+logCatalan[i], 1e-11)
	}
}

func TestLikelihoodErrors(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	batch := batchOf(1, m.Vocab, 3)
	for _, c := range []struct {
		samples     int
		temperature float64
	}{{0, 1}, {-3, 1}, {1, 0}, {1, -1}, {1, math.NaN()}} {
		_, errLikelihood := m.Likelihood(batch, c.samples, c.temperature, Key{})
		_, errDraw := m.Draw(batch, c.samples, c.temperature, Key{})
		for method, err := range map[string]error{"Likelihood": errLikelihood, "Draw": errDraw} {
			if !errors.Is(err, ErrBatch) {
				t.Errorf("%s of %d samples at temperature %v: got %v, want %v", method, c.samples, c.temperature, err, ErrBatch)
			}
		}
	}
}

// Each item scored by itself, drawn trees and span scores are what the other
// functions work with.
func TestPartsOfLikelihood(t *testing.T) {
	m := newModel(t, smallConfig(), 3)
	batch := batchOf(3, m.Vocab, 3, 5)
	key := Key{Seed: 8, Step: 1}
	trees, err := m.Draw(batch, 4, 2, key)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.drawn(t, batch, 4, 2, key), trees); diff != "" {
		t.Error(diff)
	}
	for i, it := range batch {
		var items []Item
		for _, tree := range trees[i] {
			items = append(items, Item{Words: it.Words, Tree: tree})
		}
		each, err := m.LogJointEach(items)
		if err != nil {
			t.Fatal(err)
		}
		merged, err := m.LogJoint(it.Words, trees[i])
		if err != nil {
			t.Fatal(err)
		}
		for k := range each {
			near(t, "log p(x, z)", each[k], merged[k], 1e-11)
		}
		scores, err := m.SpanScores(batch[i : i+1])
		if err != nil {
			t.Fatal(err)
		}
		naive, c := naiveScores(m, it.Words), graph.NewChart([]int{len(it.Words)})
		for a := range it.Words {
			for b := a; b < len(it.Words); b++ {
				near(t, "span score", scores[c.At(0, a, b-a+1)], naive[a][b], 1e-11)
			}
		}
	}
}
