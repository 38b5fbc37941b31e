package urnng

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"arbelos/graph"
	"arbelos/layers"
)

// processProbability is that of drawing a sentence with its tree from p, with
// the words renormalised as Generate says: <s> and the words of never are not
// drawn, </s> only where one element is on the stack.
func processProbability(m *Model, words []int, tree layers.Tree, never []int) float64 {
	s := newNaiveStack(m)
	forbidden := func() []int {
		f := append([]int{m.Open}, never...)
		if s.size() != 1 {
			f = append(f, m.Close)
		}
		return f
	}
	p := 1.0
	for _, a := range tree {
		if s.size() >= 2 {
			if a == layers.Reduce {
				p *= s.reduceProbability()
			} else {
				p *= 1 - s.reduceProbability()
			}
		}
		if a == layers.Reduce {
			s.reduce()
			continue
		}
		p *= s.wordProbability(words[0], forbidden()...)
		s.shift(words[0])
		words = words[1:]
	}
	return p * s.wordProbability(m.Close, forbidden()...)
}

// Sentences with their trees come as often as p says, computed in plain Go for
// all of up to three words; all others count as one outcome.
func TestGenerateFrequencies(t *testing.T) {
	cfg := smallConfig()
	cfg.Vocab = 5
	m := newModel(t, cfg, 2)
	const draws, longest = 2000, 3
	never := []int{0}
	type outcome struct {
		p     float64
		count int
	}
	outcomes := map[string]*outcome{}
	rest := &outcome{p: 1}
	for n := 1; n <= longest; n++ {
		words := make([]int, n)
		for {
			sentence := make([]int, n)
			for i, w := range words {
				sentence[i] = 3 + w
			}
			for _, tree := range allTrees(n) {
				p := processProbability(m, sentence, tree, never)
				outcomes[fmt.Sprint(sentence, tree)] = &outcome{p: p}
				rest.p -= p
			}
			if !next(words, 2) {
				break
			}
		}
	}
	if len(outcomes) != 2+4+8*2 || !(rest.p > 0) {
		t.Fatalf("%d outcomes, %v left for the others", len(outcomes), rest.p)
	}
	for item := range uint64(draws) {
		words, tree, err := m.Generate(graph.Rand(1, "generate", item), never, longest)
		if errors.Is(err, ErrTooLong) {
			rest.count++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		o, ok := outcomes[fmt.Sprint(words, tree)]
		if !ok {
			t.Fatalf("%v with %v cannot be drawn", words, tree)
		}
		o.count++
	}
	var statistic, rareExpected, rareCount float64
	cells := -1
	add := func(count, expected float64) {
		statistic += (count - expected) * (count - expected) / expected
		cells++
	}
	for _, o := range append(slices.Collect(maps.Values(outcomes)), rest) {
		if expected := o.p * draws; expected >= 5 {
			add(float64(o.count), expected)
		} else {
			rareExpected, rareCount = rareExpected+expected, rareCount+float64(o.count)
		}
	}
	if rareExpected >= 5 {
		add(rareCount, rareExpected)
	}
	p := (distuv.ChiSquared{K: float64(cells)}).Survival(statistic)
	t.Logf("chi-square %.1f with %d degrees of freedom, p = %.3f; %.3f of the probability is on longer sentences", statistic, cells, p, rest.p)
	if !(p > 1e-3) || cells < 10 {
		t.Errorf("chi-square %.1f with %d degrees of freedom: p = %.2g", statistic, cells, p)
	}
}

// What is generated is a sentence of allowed words with a tree over it, the same
// for the same generator.
func TestGenerate(t *testing.T) {
	cfg := smallConfig()
	cfg.Dtype = "float32"
	m := newModel(t, cfg, 5)
	never := []int{0, 4}
	lengths := map[int]bool{}
	for item := range uint64(200) {
		words, tree, err := m.Generate(graph.Rand(0, "generate", item), never, 12)
		if errors.Is(err, ErrTooLong) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if !tree.Over(len(words)) {
			t.Errorf("%v is no tree over %v", tree, words)
		}
		for _, w := range words {
			if w == m.Open || w == m.Close || slices.Contains(never, w) || w >= cfg.Vocab {
				t.Errorf("%v has the word %d", words, w)
			}
		}
		lengths[len(words)] = true
		again, treeAgain, err := m.Generate(graph.Rand(0, "generate", item), never, 12)
		if err != nil || !slices.Equal(again, words) || !slices.Equal(treeAgain, tree) {
			t.Errorf("the same generator gave %v and %v", words, again)
		}
	}
	if len(lengths) < 5 {
		t.Errorf("only the lengths %v were drawn", lengths)
	}
}

func TestGenerateErrors(t *testing.T) {
	m := newModel(t, smallConfig(), 5)
	if _, _, err := m.Generate(graph.Rand(1, "generate"), []int{0, 3, 4, 5, 6}, 10); !errors.Is(err, ErrNoWord) {
		t.Errorf("every word forbidden: got %v, want %v", err, ErrNoWord)
	}
	m.Words.Bias.Value.Float64s()[m.Close] = -1e9
	if _, _, err := m.Generate(graph.Rand(1, "generate"), []int{0}, 10); !errors.Is(err, ErrTooLong) {
		t.Errorf("</s> never drawn: got %v, want %v", err, ErrTooLong)
	}
	m.Words.Bias.Value.Float64s()[4] = math.NaN()
	if _, _, err := m.Generate(graph.Rand(1, "generate"), []int{0}, 10); !errors.Is(err, ErrNoWord) {
		t.Errorf("NaN: got %v, want %v", err, ErrNoWord)
	}
}
