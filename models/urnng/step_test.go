package urnng

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"arbelos/graph"
	"arbelos/layers"
)

// The supervised objective is log p(x, z) + log q(z|x), averaged over the
// sentences, and its gradient that of central differences.
func TestSupervised(t *testing.T) {
	for i, c := range []struct {
		pos     string
		dropout float64
		lengths []int
	}{
		{PosAdd, 0.3, []int{5, 3, 2}}, {PosConcat, 0, []int{7, 7}}, {PosConcat, 0, []int{1}},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			cfg := smallConfig()
			cfg.Pos, cfg.Dropout = c.pos, c.dropout
			m := newModel(t, cfg, uint64(i))
			batch, key := batchOf(uint64(i), cfg.Vocab, c.lengths...), Key{Seed: 2, Step: 3}
			var trees [][]layers.Tree
			for _, it := range batch {
				trees = append(trees, []layers.Tree{it.Tree})
			}
			objective := func() (total float64) {
				v := m.evaluate(t, batch, trees, key)
				for k := range v.words {
					total += (v.words[k] + v.actions[k] + v.logQ[k]) / float64(len(batch))
				}
				return total
			}
			step, err := m.Supervised(batch, key)
			if err != nil {
				t.Fatal(err)
			}
			along := m.directions(uint64(i))
			got := make([]float64, len(along)) // the next run takes the gradients' memory back
			for k, d := range along {
				got[k] = d.of(step)
			}
			near(t, "objective", step.Objective, objective(), 1e-12)
			near(t, "sum of the parts", step.LogWords+step.LogActions+step.LogQ, step.Objective*float64(len(batch)), 1e-12)
			for k, d := range along {
				near(t, "gradient in "+m.params[d.param].Name, got[k], d.difference(m, objective), 1e-7)
			}
		})
	}
}

// The figures of a step are those of its trees scored one by one, and its
// objective with q untrained is the mean of f.
func TestUnsupervisedFigures(t *testing.T) {
	m := newModel(t, smallConfig(), 4)
	batch := batchOf(2, m.Vocab, 3, 6, 1, 6)
	o := Options{Key: Key{Seed: 1, Step: 2}, Samples: 5, KLWeight: 0.25}
	s, err := m.Unsupervised(batch, o)
	if err != nil {
		t.Fatal(err)
	}
	want := Step{Sentences: 4, Words: 3 + 6 + 1 + 6 + 4}
	trees := m.drawn(t, batch, o.Samples, 1, o.Key)
	for i, it := range batch {
		for _, tree := range trees[i] {
			words, actions := naiveJoint(m, it.Words, tree)
			want.LogWords += words / 5
			want.LogActions += actions / 5
			want.Unmerged += 2*len(it.Words) + 1
		}
		for _, logQ := range naiveLogQ(m, it.Words) {
			want.Entropy -= math.Exp(logQ) * logQ
		}
	}
	near(t, "log p(x|z)", s.LogWords, want.LogWords, 1e-11)
	near(t, "log p(z)", s.LogActions, want.LogActions, 1e-11)
	near(t, "entropy", s.Entropy, want.Entropy, 1e-9)
	near(t, "objective", s.Objective, (want.LogWords+0.25*want.LogActions)/4, 1e-11)
	if s.Sentences != want.Sentences || s.Words != want.Words || s.Unmerged != want.Unmerged || s.States >= s.Unmerged {
		t.Errorf("%d sentences, %d words, %d of %d states; want %d, %d, fewer than %d",
			s.Sentences, s.Words, s.States, s.Unmerged, want.Sentences, want.Words, want.Unmerged)
	}
}

// What is drawn for a sentence depends on the key and its place in the batch,
// not on the sentences beside it or the order of the work.
func TestSampleByPlace(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	a, longer := batchOf(1, m.Vocab, 9)[0], batchOf(2, m.Vocab, 12)[0]
	key := Key{Seed: 4, Step: 5}
	trees := m.drawn(t, []Item{a, a}, 6, 1, key)
	if fmt.Sprint(trees[0]) == fmt.Sprint(trees[1]) {
		t.Error("two places draw the same trees")
	}
	if beside := m.drawn(t, []Item{a, longer}, 6, 1, key); fmt.Sprint(beside[0]) != fmt.Sprint(trees[0]) {
		t.Error("a longer sentence in the batch changes another one's trees")
	}
	for _, other := range []Key{{4, 6}, {5, 5}} {
		if fmt.Sprint(m.drawn(t, []Item{a, a}, 6, 1, other)) == fmt.Sprint(trees) {
			t.Errorf("keys %v and %v draw the same trees", other, key)
		}
	}
}

// bits are all bits of a step, of an evaluation and of a parse.
func bits(t *testing.T, ops layers.Ops, dtype string, seed uint64) []uint64 {
	t.Helper()
	cfg := Config{
		Vocab: 400, Width: 40, QWidth: 24, Layers: 2, PositionRows: 20, Pos: PosConcat,
		Dtype: dtype, Dropout: 0.3, ParamInit: 0.2, Open: 1, Close: 2, Frame: [2]int{0, 1},
	}
	m := newModel(t, cfg, 1)
	m.Ops = ops
	batch := batchOf(5, cfg.Vocab, 12, 12, 11, 10, 10, 4)
	var out []uint64
	add := func(x ...float64) {
		for _, v := range x {
			out = append(out, math.Float64bits(v))
		}
	}
	s, err := m.Unsupervised(batch, Options{Key: Key{seed, 1}, Samples: 4, KLWeight: 1, TrainQ: true})
	if err != nil {
		t.Fatal(err)
	}
	add(s.Objective, s.LogWords, s.LogActions, s.Entropy)
	for _, g := range s.Grads {
		add(graph.Float64s(g)...)
	}
	ls, err := m.Likelihood(batch, 6, 2, Key{seed, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range ls {
		add(l.Importance, l.LogWords, l.LogActions, l.Entropy)
	}
	parses, err := m.Parse(batch, MinimumBayesRisk)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parses {
		add(p.LogQ, p.Entropy)
		for _, a := range p.Tree {
			add(float64(a))
		}
	}
	return out
}

// The same seed gives the same bits on any number of threads; another seed,
// of which 0 is one, gives others.
func TestSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, c := range []struct {
		ops   layers.Ops
		dtype string
	}{{layers.Fused, "float32"}, {layers.Fused, "float64"}, {layers.Unrolled, "float32"}} {
		runtime.GOMAXPROCS(1)
		one := bits(t, c.ops, c.dtype, 0)
		runtime.GOMAXPROCS(2)
		if !slices.Equal(one, bits(t, c.ops, c.dtype, 0)) {
			t.Errorf("%v: two threads give other bits than one", c)
		}
		if slices.Equal(one, bits(t, c.ops, c.dtype, 1)) {
			t.Errorf("%v: two seeds give the same bits", c)
		}
	}
}

// The whole step, with dropout, in float32 against float64: every gradient to
// 1e-4 of its largest element.
func TestFloat32(t *testing.T) {
	cfg := smallConfig()
	cfg.Width, cfg.QWidth, cfg.Dropout = 12, 8, 0.3
	double := newModel(t, cfg, 6)
	cfg.Dtype = "float32"
	single := newModel(t, cfg, 6)
	batch := batchOf(7, cfg.Vocab, 9, 9, 6, 2)
	o := Options{Key: Key{Seed: 3}, KLWeight: 0.8, TrainQ: true}
	trees := choose(7, batch, 4)
	want := double.given(t, batch, trees, o)
	for _, ops := range []layers.Ops{layers.Fused, layers.Unrolled} {
		single.Ops = ops
		checkFloat32(t, double.params, single.given(t, batch, trees, o), want)
	}
}

func checkFloat32(t *testing.T, params []*graph.Param, got, want *Step) {
	t.Helper()
	near(t, "objective", got.Objective, want.Objective, 1e-5)
	near(t, "log p(x|z)", got.LogWords, want.LogWords, 1e-5)
	near(t, "log p(z)", got.LogActions, want.LogActions, 1e-5)
	near(t, "entropy", got.Entropy, want.Entropy, 1e-5)
	largest := make([]float64, len(params))
	for i, g := range want.Grads {
		for _, v := range graph.Float64s(g) {
			largest[i] = max(largest[i], math.Abs(v))
		}
	}
	// Some gradients are sums to zero of large terms, such as that of the bias
	// that all spans' scores share: no relative error can be asked of them.
	least := slices.Max(largest) / 10
	for i, g := range want.Grads {
		x, y := graph.Float64s(g), graph.Float64s(got.Grads[i])
		for j := range x {
			if !(math.Abs(x[j]-y[j]) <= 1e-4*max(largest[i], least)) {
				t.Errorf("gradient of %s[%d]: %v in float32, %v in float64", params[i].Name, j, y[j], x[j])
			}
		}
	}
}

// Gradients stay as they are while other sentences are scored, until the next
// step.
func TestGradientsKept(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	batch := batchOf(1, m.Vocab, 6, 5)
	s, err := m.Unsupervised(batch, Options{Samples: 3, KLWeight: 1, TrainQ: true})
	if err != nil {
		t.Fatal(err)
	}
	before := graph.Float64s(s.Grads[0])
	if _, err := m.LogJoint(batch[0].Words, allTrees(6)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(before, graph.Float64s(s.Grads[0])) {
		t.Error("scoring trees has changed the step's gradients")
	}
}

func TestBatchErrors(t *testing.T) {
	m := newModel(t, smallConfig(), 1)
	good := batchOf(1, m.Vocab, 3)[0]
	with := func(f func(*Item)) []Item {
		bad := good
		bad.Words = slices.Clone(good.Words)
		f(&bad)
		return []Item{good, bad}
	}
	for name, batch := range map[string][]Item{
		"no sentence":             nil,
		"no word":                 with(func(it *Item) { it.Words = nil }),
		"id too large":            with(func(it *Item) { it.Words[1] = m.Vocab }),
		"negative id":             with(func(it *Item) { it.Words[2] = -1 }),
		"no tree":                 with(func(it *Item) { it.Tree = nil }),
		"tree over two words":     with(func(it *Item) { it.Tree = allTrees(2)[0] }),
		"tree over four words":    with(func(it *Item) { it.Tree = allTrees(4)[0] }),
		"actions that reduce <s>": with(func(it *Item) { it.Tree = layers.Tree{0, 1, 1, 0, 1} }),
		"actions that stop":       with(func(it *Item) { it.Tree = layers.Tree{0, 0, 0, 1} }),
		"an unknown action":       with(func(it *Item) { it.Tree = layers.Tree{0, 0, 0, 1, 7} }),
	} {
		_, err := m.Supervised(batch, Key{})
		if !errors.Is(err, ErrBatch) {
			t.Errorf("%s, Supervised: got %v, want %v", name, err, ErrBatch)
		}
		if len(batch) > 1 && batch[1].Tree.String() != good.Tree.String() {
			if _, err := m.LogJoint(batch[1].Words, []layers.Tree{batch[1].Tree}); !errors.Is(err, ErrBatch) {
				t.Errorf("%s, LogJoint: got %v, want %v", name, err, ErrBatch)
			}
			continue // the others look at no tree
		}
		_, errStep := m.Unsupervised(batch, Options{Samples: 1})
		_, errLikelihood := m.Likelihood(batch, 1, 1, Key{})
		_, errParse := m.Parse(batch, Viterbi)
		for method, err := range map[string]error{"Unsupervised": errStep, "Likelihood": errLikelihood, "Parse": errParse} {
			if !errors.Is(err, ErrBatch) {
				t.Errorf("%s, %s: got %v, want %v", name, method, err, ErrBatch)
			}
		}
	}
	for _, samples := range []int{0, -1} {
		if _, err := m.Unsupervised([]Item{good}, Options{Samples: samples}); !errors.Is(err, ErrBatch) {
			t.Errorf("%d samples: got %v, want %v", samples, err, ErrBatch)
		}
	}
	if _, err := m.Supervised([]Item{good}, Key{}); err != nil {
		t.Errorf("a good batch after bad ones: %v", err)
	}
}

// A model whose values are no numbers draws no trees: the error says so.
func TestNotANumber(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		m := newModel(t, smallConfig(), 1)
		m.Scorer.Out.Bias.Value.Float64s()[0] = bad
		batch := batchOf(1, m.Vocab, 4, 3)
		_, errStep := m.Unsupervised(batch, Options{Samples: 2, KLWeight: 1, TrainQ: true})
		_, errLikelihood := m.Likelihood(batch, 2, 1, Key{})
		_, errParse := m.Parse(batch, MinimumBayesRisk)
		for method, err := range map[string]error{"Unsupervised": errStep, "Likelihood": errLikelihood, "Parse": errParse} {
			if !errors.Is(err, layers.ErrScores) {
				t.Errorf("%v, %s: got %v, want %v", bad, method, err, layers.ErrScores)
			}
		}
	}
}
