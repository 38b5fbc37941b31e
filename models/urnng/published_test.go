package urnng

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/layers"
)

// The published model's parameters, taken in by name and shape alone, give the
// published values; its state dictionary has the names that Published gives.
func TestSetPublishedGolden(t *testing.T) {
	g := readGolden(t)
	from := g.tensors(t)
	cfg, err := PublishedConfig(from)
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		Vocab: g.Dims.Vocab, Width: g.Dims.Word, QWidth: g.Dims.QHidden, Layers: g.Dims.Layers, PositionRows: g.Dims.MaxLen,
		Pos: PosAdd, Dtype: "float64", ParamInit: 0.1, Open: 2, Close: 3, Frame: [2]int{0, 2},
	}
	if cfg != want {
		t.Fatalf("got %+v, want %+v", cfg, want)
	}
	m := newModel(t, cfg, 1)
	if err := m.SetPublished(from); err != nil {
		t.Fatal(err)
	}
	for _, c := range g.Cases {
		var trees []layers.Tree
		for _, s := range c.Trees {
			trees = append(trees, parseActions(s))
		}
		logP, err := m.LogJoint(c.Words, trees)
		if err != nil {
			t.Fatal(err)
		}
		for k := range trees {
			near(t, "log p(x, z)", logP[k], c.LogPWords[k]+c.LogPActions[k], 1e-10)
			_, logQ, err := m.GoldLogProb([]Item{{Words: c.Words, Tree: trees[k]}})
			if err != nil {
				t.Fatal(err)
			}
			near(t, "log q(z|x)", logQ[0], c.LogQ[k], 1e-10)
		}
	}
	names := slices.Collect(maps.Keys(from))
	for _, name := range append(names, tiedTable) {
		got := m.Published()[name]
		if got == nil {
			t.Fatalf("Published has no %s", name)
		}
		if d := from[name]; d != nil && !strings.Contains(name, "bias_") && !slices.Equal(graph.Float64s(got), graph.Float64s(d)) {
			t.Errorf("%s comes back changed", name)
		}
	}
	if got := len(m.Published()); got != len(names)+1 {
		t.Errorf("Published has %d tensors, want %d", got, len(names)+1)
	}
}

// What Published gives, SetPublished takes back, to the same bits.
func TestPublishedRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := smallConfig()
		cfg.Open, cfg.Close, cfg.Frame = 2, 3, [2]int{0, 2}
		cfg.Pos = rapid.SampledFrom([]string{PosAdd, PosConcat}).Draw(t, "pos")
		cfg.Dtype = rapid.SampledFrom([]string{"float32", "float64"}).Draw(t, "dtype")
		cfg.Layers = rapid.IntRange(1, 3).Draw(t, "layers")
		cfg.Width, cfg.QWidth = rapid.IntRange(1, 5).Draw(t, "width"), rapid.IntRange(1, 5).Draw(t, "q width")
		m, other := newModel(t, cfg, 1), newModel(t, cfg, 2)
		read, err := PublishedConfig(m.Published())
		if err != nil {
			t.Fatal(err)
		}
		read.ParamInit = cfg.ParamInit
		if read != cfg {
			t.Fatalf("got %+v, want %+v", read, cfg)
		}
		if err := other.SetPublished(m.Published()); err != nil {
			t.Fatal(err)
		}
		for i, p := range other.Params() {
			if q := m.Params()[i]; !slices.Equal(graph.Float64s(p.Value), graph.Float64s(q.Value)) || p.Value.Dtype() != q.Value.Dtype() {
				t.Fatalf("%s has changed", p.Name)
			}
		}
	})
}

// What cannot be the published model's parameters is refused, and nothing changes.
func TestSetPublishedRefuses(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	for name, c := range map[string]struct {
		change func(map[string]*tensor.Dense)
		want   string
	}{
		"missing":     {func(d map[string]*tensor.Dense) { delete(d, "tree_rnn.linear.bias") }, "no tree_rnn.linear.bias"},
		"unknown":     {func(d map[string]*tensor.Dense) { d["q_crf"] = d["emb.weight"] }, "q_crf"},
		"wrong shape": {func(d map[string]*tensor.Dense) { d["q_binary.0.bias"] = d["emb.weight"] }, "q_binary.0.bias has the shape (7, 3)"},
		"not tied": {func(d map[string]*tensor.Dense) {
			d[tiedTable] = graph.Uniform(graph.Rand(1, "test"), m.dtype, 1, d[tiedTable].Shape()...)
		}, "tied"},
	} {
		from := newModel(t, smallConfig(), 2).Published()
		c.change(from)
		before := graph.Float64s(m.params[0].Value)
		if err := m.SetPublished(from); !errors.Is(err, ErrPublished) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.Equal(before, graph.Float64s(m.params[0].Value)) {
			t.Errorf("%s: a parameter has changed", name)
		}
	}
	for _, name := range []string{"emb.weight", "q_pos_emb.weight", "stack_rnn.linears.0.weight", "q_leaf_rnn.weight_hh_l0"} {
		from := m.Published()
		delete(from, name)
		if _, err := PublishedConfig(from); !errors.Is(err, ErrPublished) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

func readGolden(t *testing.T) golden {
	t.Helper()
	data, err := os.ReadFile("../../testdata/golden/urnng.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// tensors are the golden parameters as they would come from a file.
func (g golden) tensors(t *testing.T) map[string]*tensor.Dense {
	t.Helper()
	out := map[string]*tensor.Dense{}
	for name, raw := range g.Params {
		var rows [][]float64
		var flat []float64
		if json.Unmarshal(raw, &rows) == nil {
			out[name] = graph.FromFloat64s(graph.Float64, slices.Concat(rows...), len(rows), len(rows[0]))
		} else if err := json.Unmarshal(raw, &flat); err != nil {
			t.Fatal(err)
		} else {
			out[name] = graph.FromFloat64s(graph.Float64, flat, len(flat))
		}
	}
	return out
}
