package urnng

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbelos/graph"
	"arbelos/layers"
)

func TestConfigCheck(t *testing.T) {
	if err := smallConfig().Check(); err != nil {
		t.Errorf("a good configuration: %v", err)
	}
	for name, c := range map[string]struct {
		change func(*Config)
		want   string
	}{
		"one word":             {func(c *Config) { c.Vocab = 1 }, "vocab is 1"},
		"no width":             {func(c *Config) { c.Width = 0 }, "width is 0"},
		"negative q width":     {func(c *Config) { c.QWidth = -2 }, "q width is -2"},
		"no layer":             {func(c *Config) { c.Layers = 0 }, "layers is 0"},
		"no position":          {func(c *Config) { c.PositionRows = 0 }, "position rows is 0"},
		"<s> too large":        {func(c *Config) { c.Open = 7 }, "symbol 7"},
		"</s> negative":        {func(c *Config) { c.Close = -1 }, "symbol -1"},
		"first frame symbol":   {func(c *Config) { c.Frame[0] = 8 }, "symbol 8"},
		"second frame symbol":  {func(c *Config) { c.Frame[1] = 9 }, "symbol 9"},
		"unknown pos":          {func(c *Config) { c.Pos = "mean" }, `"mean"`},
		"dropout of all":       {func(c *Config) { c.Dropout = 1 }, "dropout is 1"},
		"negative dropout":     {func(c *Config) { c.Dropout = -0.1 }, "dropout is -0.1"},
		"dropout not a number": {func(c *Config) { c.Dropout = math.NaN() }, "dropout is NaN"},
		"param init":           {func(c *Config) { c.ParamInit = 0 }, "param init is 0"},
		"param init NaN":       {func(c *Config) { c.ParamInit = math.NaN() }, "param init is NaN"},
		"dtype":                {func(c *Config) { c.Dtype = "float16" }, `"float16"`},
	} {
		cfg := smallConfig()
		c.change(&cfg)
		m, err := New(cfg, 1)
		if !errors.Is(err, ErrConfig) || m != nil {
			t.Errorf("%s: got %v, want %v", name, err, ErrConfig)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q does not say %q", name, err, c.want)
		}
	}
}

// Every parameter, LayerNorm's gain included, is drawn from the range asked
// for, the same for the same seed, in groups that optimisers know.
func TestNew(t *testing.T) {
	cfg := smallConfig()
	cfg.ParamInit = 0.1
	a, b, c := newModel(t, cfg, 0), newModel(t, cfg, 0), newModel(t, cfg, 1)
	groups := map[string]int{}
	names := map[string]bool{}
	for i, p := range a.Params() {
		x := graph.Float64s(p.Value)
		if !slices.Equal(x, graph.Float64s(b.Params()[i].Value)) {
			t.Errorf("%s: the same seed draws other values", p.Name)
		}
		if slices.Equal(x, graph.Float64s(c.Params()[i].Value)) {
			t.Errorf("%s: two seeds draw the same values", p.Name)
		}
		for _, v := range x {
			if !(v >= -0.1 && v < 0.1) {
				t.Errorf("%s has the value %v", p.Name, v)
			}
		}
		if names[p.Name] {
			t.Errorf("two parameters are called %s", p.Name)
		}
		names[p.Name] = true
		groups[p.Group] += len(x)
	}
	w, q := cfg.Width, cfg.QWidth
	want := map[string]int{
		GroupP:      cfg.Vocab*w + cfg.Vocab + cfg.Layers*(8*w*w+4*w) + 10*w*w + 5*w,
		GroupAction: w + 1,
		GroupQ:      cfg.PositionRows*w + 2*(4*q*2*w+4*q*q+4*q) + 4*q*q + 6*q + 2*q + 1,
	}
	for g, n := range want {
		if groups[g] != n {
			t.Errorf("group %s has %d values, want %d", g, groups[g], n)
		}
	}
	if len(groups) != len(want) {
		t.Errorf("groups %v", groups)
	}
}

// Dropout masks depend on the seed and the step alone.
func TestDropoutKey(t *testing.T) {
	cfg := smallConfig()
	cfg.Dropout = 0.5
	m := newModel(t, cfg, 1)
	batch := batchOf(1, cfg.Vocab, 5, 4)
	objective := func(key Key) float64 {
		s, err := m.Supervised(batch, key)
		if err != nil {
			t.Fatal(err)
		}
		return s.Objective
	}
	first := objective(Key{1, 1})
	if first != objective(Key{1, 1}) {
		t.Error("the same key gives other masks")
	}
	for _, key := range []Key{{1, 2}, {2, 1}, {0, 1}} {
		if first == objective(key) {
			t.Errorf("key %v gives the same masks as {1 1}", key)
		}
	}
	if a, b := must(m.Parse(batch, Viterbi)), must(m.Parse(batch, Viterbi)); a[0].LogQ != b[0].LogQ {
		t.Error("parsing drops something out")
	}
}

// Dropout is where the published model has it: q's word and position
// embeddings and its spans' hidden layer, p's word embeddings, between the
// stack's layers, and before the word and action heads.
func TestDropoutPlaces(t *testing.T) {
	cfg := smallConfig()
	cfg.Dropout = 0.5
	m := newModel(t, cfg, 1)
	batch := batchOf(1, cfg.Vocab, 4, 2)
	sentences := [][]int{batch[0].Words, batch[1].Words}
	trees := choose(1, batch, 1)
	plan := layers.NewPlan(sentences, trees, m.Open, m.Close)
	want := map[string][]int{
		"#1": {6 + 4, cfg.Width}, "#2": {6 + 4, cfg.Width}, "#3": {10 + 3, 2 * cfg.QWidth},
		"#4": {6 + 4, cfg.Width}, "#5": {9 + 5, cfg.Width},
		"#6": {5 + 3, cfg.Width}, "#7": {len(plan.Choices), cfg.Width},
	}
	for _, ops := range []layers.Ops{layers.Fused, layers.Unrolled} {
		m.Ops = ops
		c := m.context(&Key{})
		m.posterior(c, sentences, 1)
		m.generate(c, plan)
		got := map[string][]int{}
		for _, n := range c.Graph.AllNodes() {
			if strings.HasPrefix(n.Name(), "#") {
				got[n.Name()] = n.Shape()
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: masks (-want +got):\n%s", ops, diff)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
