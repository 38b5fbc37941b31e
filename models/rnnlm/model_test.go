package rnnlm

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/layers"
)

// smallConfig is a model small enough to be differentiated element by element. Words
// are the ids from 3 on.
func smallConfig() Config {
	return Config{Vocab: 7, Width: 3, Layers: 2, Dtype: "float64", ParamInit: 0.8, Open: 1, Close: 2}
}

func newModel(t rapid.TB, cfg Config, seed uint64) *Model {
	t.Helper()
	m, err := New(cfg, seed)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sentencesOf draws sentences of the given lengths.
func sentencesOf(seed uint64, vocab int, lengths ...int) [][]int {
	r := graph.Rand(seed, "test batch")
	var batch [][]int
	for _, n := range lengths {
		s := make([]int, n)
		for i := range s {
			s[i] = 3 + r.IntN(vocab-3)
		}
		batch = append(batch, s)
	}
	return batch
}

// naiveLogWords is the model in plain Go, a word and a unit at a time.
func naiveLogWords(m *Model, sentence []int) (logs []float64) {
	w := m.Width
	table, bias := m.Words.Table.Value.Float64s(), m.Words.Bias.Value.Float64s()
	h, c := make([][]float64, m.Layers), make([][]float64, m.Layers)
	for l := range h {
		h[l], c[l] = make([]float64, w), make([]float64, w)
	}
	in := m.Open
	for _, target := range append(slices.Clone(sentence), m.Close) {
		x := table[in*w : (in+1)*w]
		for l, layer := range m.LSTM {
			wx, wh, b := layer.InWeight.Value.Float64s(), layer.StateWeight.Value.Float64s(), layer.Bias.Value.Float64s()
			gate := func(k, j int) float64 {
				sum := b[k*w+j]
				for i := range w {
					sum += wx[(k*w+j)*w+i]*x[i] + wh[(k*w+j)*w+i]*h[l][i]
				}
				return sum
			}
			sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
			newH, newC := make([]float64, w), make([]float64, w)
			for j := range w {
				newC[j] = sigmoid(gate(1, j))*c[l][j] + sigmoid(gate(0, j))*math.Tanh(gate(3, j))
				newH[j] = sigmoid(gate(2, j)) * math.Tanh(newC[j])
			}
			h[l], c[l], x = newH, newC, newH
		}
		var logit, total float64
		for v := range m.Vocab {
			y := bias[v]
			for i := range w {
				y += table[v*w+i] * x[i]
			}
			total += math.Exp(y)
			if v == target {
				logit = y
			}
		}
		logs = append(logs, logit-math.Log(total))
		in = target
	}
	return logs
}

func near(t rapid.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Fatalf("%s: found %.15g, want %.15g", what, got, want)
	}
}

func TestConfigCheck(t *testing.T) {
	if err := smallConfig().Check(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Config){
		"vocab":  func(c *Config) { c.Vocab = 1 },
		"width":  func(c *Config) { c.Width = 0 },
		"layers": func(c *Config) { c.Layers = 0 },
		"open":   func(c *Config) { c.Open = 7 },
		"close":  func(c *Config) { c.Close = -1 },
		"rate":   func(c *Config) { c.Dropout = 1 },
		"NaN":    func(c *Config) { c.Dropout = math.NaN() },
		"init":   func(c *Config) { c.ParamInit = 0 },
		"dtype":  func(c *Config) { c.Dtype = "int" },
	} {
		c := smallConfig()
		change(&c)
		if _, err := New(c, 1); !errors.Is(err, ErrConfig) {
			t.Errorf("%s: found error %v", name, err)
		}
	}
}

// p(x) sums to one over all sentences, those too long to list being what is left after
// the words so far: the sum over all sentences of up to n words, and of all beginnings
// of n+1 words.
func TestSumsToOne(t *testing.T) {
	cfg := smallConfig()
	cfg.Vocab = 4
	m := newModel(t, cfg, 5)
	const n = 3
	var all [][]int
	begin := [][]int{nil}
	for range n + 1 {
		all = append(all, begin...)
		var longer [][]int
		for _, s := range begin {
			for w := range cfg.Vocab {
				if w != cfg.Close {
					longer = append(longer, append(slices.Clone(s), w))
				}
			}
		}
		begin = longer
	}
	ended, err := m.Likelihood(all)
	if err != nil {
		t.Fatal(err)
	}
	open, err := m.Likelihood(begin)
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for _, l := range ended {
		sum += math.Exp(l.Total())
	}
	for _, l := range open {
		sum += math.Exp(l.Endless())
	}
	near(t, "sum", sum, 1, 1e-12)
}

func TestGenerate(t *testing.T) {
	cfg := smallConfig()
	cfg.Vocab = 5
	m := newModel(t, cfg, 2)
	// Words 3 and 4 alone can be drawn: one-word sentences come as often as the
	// renormalised model says.
	never := []int{0}
	one := 0.0
	const draws = 3000
	for i := range uint64(draws) {
		s, err := m.Generate(graph.Rand(i, "test"), never, 200)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(s, func(w int) bool { return w < 3 }) {
			t.Fatalf("drew %v", s)
		}
		if len(s) == 1 {
			one++
		}
	}
	var want float64
	first, second := make([]float64, 5), make([]float64, 5)
	for w := range 5 {
		l := naiveLogWords(m, []int{w})
		first[w] = math.Exp(l[0])
	}
	for w := 3; w < 5; w++ {
		for v := range 5 {
			second[v] = math.Exp(naiveLogWords(m, []int{w, v})[1])
		}
		want += first[w] / (first[3] + first[4]) * second[2] / (second[2] + second[3] + second[4])
	}
	if sd := math.Sqrt(want * (1 - want) / draws); math.Abs(one/draws-want) > 4*sd {
		t.Errorf("found %.4f one-word sentences, want %.4f, standard error %.4f", one/draws, want, sd)
	}
	if _, err := m.Generate(graph.Rand(1, "test"), []int{0, 3, 4}, 10); !errors.Is(err, ErrNoWord) {
		t.Errorf("all words forbidden: found error %v", err)
	}
	if _, err := m.Generate(graph.Rand(1, "test"), never, 0); !errors.Is(err, ErrTooLong) {
		t.Errorf("no word allowed: found error %v", err)
	}
	for i := range uint64(50) { // a sentence that is cut is the beginning of the whole
		whole, err := m.Generate(graph.Rand(i, "test"), never, 200)
		if err != nil {
			t.Fatal(err)
		}
		cut, err := m.Generate(graph.Rand(i, "test"), never, 2)
		if want := whole[:min(2, len(whole))]; !slices.Equal(cut, want) || errors.Is(err, ErrTooLong) != (len(whole) > 2) {
			t.Errorf("found %v, error %v, of the sentence %v", cut, err, whole)
		}
	}
}

var bothOps = []layers.Ops{layers.Fused, layers.Unrolled}
