package urnng

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"arbelos/graph"
	"arbelos/layers"
)

// golden holds the values and gradients of the authors' published model in
// float64, on random weights, for four sentences with given trees.
type golden struct {
	Dims struct {
		Vocab, Word, Hidden, Layers int
		QHidden                     int `json:"q_hidden"`
		MaxLen                      int `json:"max_len"`
	}
	Params map[string]json.RawMessage
	Cases  []goldenCase
}

type goldenCase struct {
	Words         []int
	Trees         []string
	KLWeight      float64     `json:"kl_weight"`
	LogPWords     []float64   `json:"log_p_words"`
	LogPActions   []float64   `json:"log_p_actions"`
	LogQ          []float64   `json:"log_q"`
	SpanScores    [][]float64 `json:"span_scores"`
	LogPartition  float64     `json:"log_partition"`
	Entropy       float64
	SpanMarginals [][]float64 `json:"span_marginals"`
	ViterbiScore  float64     `json:"viterbi_score"`
	ViterbiSpans  [][2]int    `json:"viterbi_spans"`
	Objective     float64
	Grads         map[string]json.RawMessage
}

// TestGolden holds every value and every gradient to the published model's:
// to 1e-8 in float64 and to 1e-4 relative in float32.
func TestGolden(t *testing.T) {
	g := readGolden(t)
	for _, ops := range []layers.Ops{layers.Fused, layers.Unrolled} {
		for _, dtype := range []string{"float64", "float32"} {
			for i, c := range g.Cases {
				t.Run(fmt.Sprintf("%s/%s/%d words", ops, dtype, len(c.Words)), func(t *testing.T) { g.check(t, g.Cases[i], dtype, ops) })
			}
		}
	}
}

func (g golden) check(t *testing.T, want goldenCase, dtype string, ops layers.Ops) {
	m, err := New(Config{
		Vocab: g.Dims.Vocab, Width: g.Dims.Word, QWidth: g.Dims.QHidden, Layers: g.Dims.Layers,
		PositionRows: g.Dims.MaxLen, Pos: PosAdd, Dtype: dtype, ParamInit: 0.1,
		Open: 2, Close: 3, Frame: [2]int{0, 2},
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Ops = ops
	for _, p := range m.Params() {
		p.Value = graph.FromFloat64s(m.dtype, g.values(t, g.Params, p, true), p.Value.Shape()...)
	}

	near := func(what string, got, want float64) {
		t.Helper()
		tol := 1e-8
		if dtype == "float32" {
			tol = 1e-4 * math.Max(math.Abs(want), 1e-1)
		}
		if !(math.Abs(got-want) <= tol) {
			t.Errorf("%s: got %.10g, want %.10g", what, got, want)
		}
	}
	batch := []Item{{Words: want.Words}}
	var trees []layers.Tree
	for _, s := range want.Trees {
		trees = append(trees, parseActions(s))
	}
	var crf *layers.TreeCRF
	var o *objective
	var mac *graph.Machine
	step, err := m.step(batch, Key{}, func(c *layers.Context, of *graph.Machine, b sorted) (*objective, error) {
		mac = of
		crf = m.posterior(c, b.sentences, 1)
		o = m.bound(c, crf, b, [][]layers.Tree{trees}, Options{Samples: len(trees), KLWeight: want.KLWeight, TrainQ: true})
		o.logQ = crf.LogProb([][]layers.Tree{trees})
		return o, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	near("objective", step.Objective, want.Objective)
	near("entropy", step.Entropy, want.Entropy)
	for k, v := range graph.Float64s(mac.Value(o.p.words)) {
		near("log p(words)", v, want.LogPWords[k])
	}
	for k, v := range graph.Float64s(mac.Value(o.p.actions)) {
		near("log p(actions)", v, want.LogPActions[k])
	}
	for k, v := range graph.Float64s(mac.Value(o.logQ)) {
		near("log q", v, want.LogQ[k])
	}
	for i, p := range m.Params() {
		grad := make([]float64, p.Value.DataSize())
		if step.Grads[i] != nil {
			grad = graph.Float64s(step.Grads[i])
		}
		for j, v := range g.values(t, want.Grads, p, false) {
			near(fmt.Sprintf("gradient of %s[%d]", p.Name, j), grad[j], v)
		}
	}
	g.checkChart(t, m, want, near)
}

// checkChart compares what belongs to spans: scores, log partition function,
// marginals and the Viterbi tree.
func (g golden) checkChart(t *testing.T, m *Model, want goldenCase, near func(string, float64, float64)) {
	c := m.context(nil)
	crf := m.posterior(c, [][]int{want.Words}, 1)
	mac := m.machines.Next()
	if err := mac.Run(crf.Scores, crf.LogPartition); err != nil {
		t.Fatal(err)
	}
	near("log partition", mac.Scalar(crf.LogPartition), want.LogPartition)
	scores := graph.Float64s(mac.Value(crf.Scores))
	d := layers.Decoder{Chart: crf.Chart}
	marginals, err := d.Marginals(scores)
	if err != nil {
		t.Fatal(err)
	}
	n := len(want.Words)
	for i := range n {
		for j := i; j < n; j++ {
			at := crf.Chart.At(0, i, j-i+1)
			near(fmt.Sprintf("score of %d-%d", i, j), scores[at], want.SpanScores[i][j])
			near(fmt.Sprintf("marginal of %d-%d", i, j), marginals[at], want.SpanMarginals[i][j])
		}
	}
	tree, score, err := d.Viterbi(scores, 0)
	if err != nil {
		t.Fatal(err)
	}
	near("Viterbi score", score, want.ViterbiScore)
	got := map[layers.Span]bool{}
	for _, s := range tree.Spans() {
		got[s] = true
	}
	for _, s := range want.ViterbiSpans {
		if !got[layers.Span{Start: s[0], Width: s[1] - s[0] + 1}] {
			t.Errorf("Viterbi tree lacks the span %v", s)
		}
	}
	if len(got) != len(want.ViterbiSpans) {
		t.Errorf("Viterbi tree has %d spans, want %d", len(got), len(want.ViterbiSpans))
	}
}

// values returns the published model's tensor that belongs to p, rearranged to
// our layout. Of the two biases of PyTorch's LSTM ours is the sum; the gradient
// in each of them is ours.
func (g golden) values(t *testing.T, from map[string]json.RawMessage, p *graph.Param, sumBiases bool) []float64 {
	t.Helper()
	get := func(name string) ([]float64, int) {
		raw, ok := from[name]
		if !ok {
			t.Fatalf("the golden file has no %s", name)
		}
		var rows [][]float64
		if json.Unmarshal(raw, &rows) == nil {
			var flat []float64
			for _, r := range rows {
				flat = append(flat, r...)
			}
			return flat, len(rows[0])
		}
		var flat []float64
		if err := json.Unmarshal(raw, &flat); err != nil {
			t.Fatal(err)
		}
		return flat, 1
	}
	columns := func(x []float64, width, from, to int) []float64 {
		var out []float64
		for r := 0; r < len(x); r += width {
			out = append(out, x[r+from:r+to]...)
		}
		return out
	}
	// swap exchanges the last two of four gate blocks: i f g o against i f o g.
	swap := func(x []float64) []float64 {
		q := len(x) / 4
		return append(append(append([]float64(nil), x[:2*q]...), x[3*q:]...), x[2*q:3*q]...)
	}
	simple := map[string]string{
		"words": "emb.weight", "words.bias": "vocab_mlp.1.bias",
		"tree.weight": "tree_rnn.linear.weight", "tree.bias": "tree_rnn.linear.bias",
		"action.weight": "action_mlp_p.1.weight", "action.bias": "action_mlp_p.1.bias",
		"positions":           "q_pos_emb.weight",
		"spans.hidden.weight": "q_binary.0.weight", "spans.hidden.bias": "q_binary.0.bias",
		"spans.norm.gain": "q_binary.2.weight", "spans.norm.bias": "q_binary.2.bias",
		"spans.out.weight": "q_binary.4.weight", "spans.out.bias": "q_binary.4.bias",
	}
	if name, ok := simple[p.Name]; ok {
		x, _ := get(name)
		return x
	}
	part := strings.Split(p.Name, ".")
	switch part[0] {
	case "stack":
		if part[2] == "bias" {
			x, _ := get("stack_rnn.linears." + part[1] + ".bias")
			return x
		}
		x, w := get("stack_rnn.linears." + part[1] + ".weight")
		if part[2] == "in" {
			return columns(x, w, 0, w-g.Dims.Hidden)
		}
		return columns(x, w, w-g.Dims.Hidden, w)
	case "reader":
		suffix := map[string]string{"forward": "_l0", "backward": "_l0_reverse"}[part[1]]
		name := map[string]string{"in": "weight_ih", "state": "weight_hh", "bias": "bias_ih"}[part[2]]
		x, _ := get("q_leaf_rnn." + name + suffix)
		if part[2] == "bias" && sumBiases {
			y, _ := get("q_leaf_rnn.bias_hh" + suffix)
			for i := range x {
				x[i] += y[i]
			}
		}
		return swap(x)
	}
	t.Fatalf("no published parameter for %s", p.Name)
	return nil
}

func parseActions(s string) layers.Tree {
	tree := make(layers.Tree, len(s))
	for i := range s {
		if s[i] == 'R' {
			tree[i] = layers.Reduce
		}
	}
	return tree
}
