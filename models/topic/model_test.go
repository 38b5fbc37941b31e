package topic

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbelos/graph"
	"arbelos/graph/kernel"
	"arbelos/models/lda"
	"arbelos/models/lda/ldatest"
	"arbelos/models/lda/score"
)

// Both uses of the model by package score.
var _ score.Predictor = (*Model)(nil)

// values are all parameters, by name.
func (m *Model) values() map[string][]float64 {
	all := make(map[string][]float64)
	for _, p := range m.Params() {
		all[p.Name] = graph.Float64s(p.Value)
	}
	return all
}

// Each true bar has a topic of its own, whose five words come first. The documents were
// drawn from mixtures, which a product of experts is not: its topics leave more than
// the mixture's to words outside their bar.
func TestFitRecoversBars(t *testing.T) {
	docs := ldatest.Bars(t)
	for _, c := range []struct {
		decoder                 Decoder
		alpha, dropout, distant float64
	}{{Mixture, 0.3, 0.2, 0.1}, {Product, 0.1, 0, 0.35}} {
		cfg := DefaultConfig(25, 10)
		cfg.Decoder, cfg.Hidden, cfg.Alpha, cfg.Dropout = c.decoder, 50, []float64{c.alpha}, c.dropout
		m := mustNew(t, cfg, 1)
		r := newTrainer(m, 1)
		r.rates[GroupEncoder] = 0.01 // the corpus is small
		r.until(t, docs, 50, 1000, true)
		fitted := m.LDA()
		distances := ldatest.Match(ldatest.BarsTopics(), fitted)
		t.Logf("%s: total variations %.3f", c.decoder, distances)
		if worst := slices.Max(distances); worst >= c.distant {
			t.Errorf("%s: a topic is off by a total variation of %.3f", c.decoder, worst)
		}
		var tops, bars [][]int
		for _, top := range fitted.Topics.TopIDs(5) {
			tops = append(tops, slices.Sorted(slices.Values(top)))
		}
		for _, bar := range ldatest.BarsTopics() {
			var ids []int
			for w, p := range bar {
				if p > 0 {
					ids = append(ids, w)
				}
			}
			bars = append(bars, ids)
		}
		slices.SortFunc(tops, slices.Compare)
		slices.SortFunc(bars, slices.Compare)
		if diff := cmp.Diff(bars, tops); diff != "" {
			t.Errorf("%s: first words of the topics (-bars +topics):\n%s", c.decoder, diff)
		}
	}
}

func TestSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	docs := ldatest.Bars(t)[:200]
	for _, decoder := range []Decoder{Mixture, Product} {
		run := func(seed uint64, threads int) map[string][]float64 {
			runtime.GOMAXPROCS(threads)
			cfg := DefaultConfig(25, 10)
			cfg.Decoder, cfg.Hidden = decoder, 50
			m := mustNew(t, cfg, seed)
			newTrainer(m, seed).until(t, docs, 60, 3, false)
			return m.values()
		}
		for _, seed := range []uint64{7, 0} {
			want := run(seed, 1)
			for _, threads := range []int{1, 2, 2, 3} {
				if diff := cmp.Diff(want, run(seed, threads)); diff != "" {
					t.Errorf("%s, seed %d, %d threads (-want +got):\n%s", decoder, seed, threads, diff)
				}
			}
		}
		if cmp.Equal(run(7, 1), run(0, 1)) {
			t.Error("seeds 7 and 0 give one model")
		}
	}
}

// Stopped anywhere, within a round or between two, and restored, training goes on to
// the same bits.
func TestRestore(t *testing.T) {
	docs := ldatest.Bars(t)[:30]
	for _, dtype := range []string{"float32", "float64"} {
		for _, decoder := range []Decoder{Mixture, Product} {
			cfg := DefaultConfig(25, 3)
			cfg.Hidden, cfg.Dtype, cfg.Decoder = 5, dtype, decoder
			whole := newTrainer(mustNew(t, cfg, 4), 4)
			whole.until(t, docs, 8, 7, false)
			for _, at := range []int{0, 3, 4} {
				cut := newTrainer(mustNew(t, cfg, 4), 4)
				cut.until(t, docs, 8, at, false)
				restored := cut.restored(t)
				restored.until(t, docs, 8, 7, false)
				if diff := cmp.Diff(whole.model.values(), restored.model.values()); diff != "" {
					t.Fatalf("%s, %s, stopped after %d steps (-want +got):\n%s", dtype, decoder, at, diff)
				}
			}
		}
	}
}

// A step changes no parameter, and gives the same twice.
func TestStepRepeats(t *testing.T) {
	m := mustNew(t, DefaultConfig(5, 3), 1)
	before := m.values()
	at := At{Seed: 1, Step: 2, KLWeight: 1}
	first, err := m.Step(smallDocs(), at)
	if err != nil {
		t.Fatal(err)
	}
	objective, tokens := first.Objective, first.Tokens
	second, err := m.Step(smallDocs(), at)
	if err != nil {
		t.Fatal(err)
	}
	if objective != second.Objective || tokens != 15 || second.Documents != 4 {
		t.Errorf("objectives %v and %v over %d documents of %v tokens", objective, second.Objective, second.Documents, tokens)
	}
	if diff := cmp.Diff(before, m.values()); diff != "" {
		t.Errorf("a step changed the parameters:\n%s", diff)
	}
}

// Topics are as the definition has them; a row depends on its document alone, bit for
// bit, and evaluation leaves training as it is. (A library may sum a product of many
// rows in another order than that of one.)
func TestInfer(t *testing.T) {
	var same cmp.Options
	if !strings.HasPrefix(kernel.Name(), "avx") {
		same = cmp.Options{cmpopts.EquateApprox(1e-5, 0)}
	}
	for _, dtype := range []string{"float32", "float64"} {
		docs := ldatest.Bars(t)[:300]
		docs[7] = lda.Bag{}
		cfg := DefaultConfig(25, 10)
		cfg.Dtype, cfg.Alpha = dtype, []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}
		m := mustNew(t, cfg, 3)
		r := newTrainer(m, 1)
		r.until(t, docs, 50, 5, false)
		theta, err := m.Infer(docs)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range []int{0, 7, 255, 256, 299} {
			alone, err := m.Infer(docs[d : d+1])
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(theta[d], alone[0], same); diff != "" {
				t.Errorf("%s, document %d by itself (-want +got):\n%s", dtype, d, diff)
			}
		}
		if diff := cmp.Diff(lda.DirichletMean(cfg.Alpha), theta[7]); diff != "" {
			t.Errorf("no words (-want +got):\n%s", diff)
		}
		for d, row := range theta {
			var sum float64
			for _, p := range row {
				sum += p
			}
			if !(math.Abs(sum-1) <= 1e-12) {
				t.Errorf("document %d: proportions sum to %v", d, sum)
			}
		}
		if dtype == "float64" {
			for d, doc := range docs[:7] {
				mean, _ := naivePosterior(m, doc)
				for k, p := range naiveSoftmax(mean) {
					near(t, "proportion", theta[d][k], p, 1e-9)
				}
			}
		}
	}
}

func TestCaseD1Empty(t *testing.T) {
	cfg := DefaultConfig(3, 2)
	cfg.Alpha = []float64{1, 3}
	theta, err := mustNew(t, cfg, 0).Infer([]lda.Bag{lda.BagOf([]int{0}), {}, lda.BagOf([]int{1})})
	if err != nil || len(theta) != 3 || !slices.Equal(theta[1], []float64{0.25, 0.75}) {
		t.Errorf("got %v, %v", theta, err)
	}
}

func TestNewRefuses(t *testing.T) {
	for name, change := range map[string]func(c *Config){
		"vocab":       func(c *Config) { c.Vocab = 0 },
		"topics":      func(c *Config) { c.Topics = 1 },
		"hidden":      func(c *Config) { c.Hidden = 0 },
		"no alpha":    func(c *Config) { c.Alpha = nil },
		"short alpha": func(c *Config) { c.Alpha = []float64{1, 1} },
		"alpha zero":  func(c *Config) { c.Alpha = []float64{0} },
		"alpha NaN":   func(c *Config) { c.Alpha = []float64{math.NaN()} },
		"alpha Inf":   func(c *Config) { c.Alpha = []float64{math.Inf(1)} },
		"decoder":     func(c *Config) { c.Decoder = "sum" },
		"dropout":     func(c *Config) { c.Dropout = 1 },
		"dropout NaN": func(c *Config) { c.Dropout = math.NaN() },
		"dtype":       func(c *Config) { c.Dtype = "float16" },
	} {
		cfg := DefaultConfig(5, 3)
		change(&cfg)
		if _, err := New(cfg, 0); !errors.Is(err, ErrConfig) {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

func TestCaseD2Refuses(t *testing.T) {
	m := mustNew(t, DefaultConfig(3, 2), 0)
	for want, doc := range map[error]lda.Bag{
		lda.ErrID:    {IDs: []int{3}, Counts: []float64{1}},
		lda.ErrOrder: {IDs: []int{1, 0}, Counts: []float64{1, 1}},
		lda.ErrCount: {IDs: []int{1}, Counts: []float64{math.NaN()}},
	} {
		docs := []lda.Bag{{}, doc}
		_, step := m.Step(docs, At{})
		_, infer := m.Infer(docs)
		_, bounds := m.Bounds(docs, 1, 0)
		_, logs := m.LogProbs([][]float64{{1, 0}, {1, 0}}, docs)
		for _, err := range []error{step, infer, bounds, logs} {
			var bag *lda.BagError
			if !errors.Is(err, want) || !errors.As(err, &bag) || bag.Doc != 1 {
				t.Errorf("got error %v, want %v of document 1", err, want)
			}
		}
	}
	if _, err := m.Step(nil, At{}); !errors.Is(err, ErrBatch) {
		t.Errorf("no document: got error %v", err)
	}
}

func TestPanics(t *testing.T) {
	m := mustNew(t, DefaultConfig(3, 2), 0)
	for name, c := range map[string]struct {
		want string
		f    func()
	}{
		"no sample":     {errSamples, func() { m.Bounds([]lda.Bag{{}}, 0, 0) }},
		"rows missing":  {errTheta, func() { m.LogProbs(nil, []lda.Bag{{}}) }},
		"topic missing": {errTheta, func() { m.LogProbs([][]float64{{1}}, []lda.Bag{{}}) }},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("%s: panicked with %v, want %q", name, got, c.want)
				}
			}()
			c.f()
		}()
	}
}

// A vocabulary with one common word and many singletons stays finite in float32.
func TestCaseD3ManyRareWords(t *testing.T) {
	const v = 50000
	var docs []lda.Bag
	for d := range 20 {
		doc := lda.Bag{IDs: []int{0}, Counts: []float64{1000}}
		for i := range 100 {
			doc.IDs, doc.Counts = append(doc.IDs, 1+100*d+i), append(doc.Counts, 1)
		}
		docs = append(docs, doc)
	}
	for _, decoder := range []Decoder{Mixture, Product} {
		cfg := DefaultConfig(v, 5)
		cfg.Decoder, cfg.Hidden = decoder, 10
		m := mustNew(t, cfg, 1)
		newTrainer(m, 1).until(t, docs, 10, 4, false)
		for name, x := range m.values() {
			for _, value := range x {
				if math.IsNaN(value) || math.IsInf(value, 0) {
					t.Fatalf("%s: %s holds %v", decoder, name, value)
				}
			}
		}
	}
}
