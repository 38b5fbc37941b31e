package vem

import (
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/models/lda/ldatest"
	"arbelos/models/lda/score"
	"arbelos/models/lda/variational"
	"arbelos/testdata"
)

// golden holds the reference values of variational EM.
type golden struct {
	VB struct{ Counts [][]float64 } `json:"smoothed_vb"` // [D, V]
	EM struct {
		Alpha0, Alpha1 []float64
		Phi0, Phi1     [][]float64 // [K, V]
		ELBO           []float64   // of each document
	} `json:"variational_em"`
}

func readGolden(t testing.TB) (g golden, docs []lda.Bag) {
	t.Helper()
	text, err := testdata.FS.ReadFile("golden/lda.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	for _, row := range g.VB.Counts {
		var doc lda.Bag
		for w, c := range row {
			if c > 0 {
				doc.IDs, doc.Counts = append(doc.IDs, w), append(doc.Counts, c)
			}
		}
		docs = append(docs, doc)
	}
	return g, docs
}

func mustNew(t rapid.TB, docs []lda.Bag, v int, o Options) *Fit {
	t.Helper()
	f, err := New(docs, v, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// run makes iterations until EM has converged, or as many as there may be.
func run(t rapid.TB, f *Fit, iterations int) (it Iteration) {
	t.Helper()
	for range iterations {
		var err error
		if it, err = f.Step(); err != nil {
			t.Fatal(err)
		}
		if it.Converged {
			break
		}
	}
	return it
}

func requireClose(t rapid.TB, what string, got, want []float64, eps float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: found %d numbers, want %d", what, len(got), len(want))
	}
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= eps*(1+math.Abs(w))) {
			t.Fatalf("%s, number %d: found %.15g, want %.15g", what, i, got[i], w)
		}
	}
}

// One iteration with a vector as alpha.
func TestFitAgainstReferenceValues(t *testing.T) {
	g, docs := readGolden(t)
	v, k := len(g.EM.Phi0[0]), len(g.EM.Phi0)
	o := DefaultOptions(k)
	o.Alpha = g.EM.Alpha0
	o.Until = graph.Convergence{Iterations: 2000, Tolerance: 1e-13}
	phi := graph.Zero(graph.Float64, v, k)
	for j, row := range g.EM.Phi0 {
		for w, p := range row {
			phi.Float64s()[w*k+j] = p
		}
	}
	f := begin(docs, v, o, phi)
	it := run(t, f, 1)
	want := 0.0
	for _, b := range g.EM.ELBO {
		want += b
	}
	requireClose(t, "ELBO", []float64{it.ELBO}, []float64{want}, 1e-8)
	m := f.Model()
	requireClose(t, "alpha", m.Alpha, g.EM.Alpha1, 1e-6)
	for j, row := range g.EM.Phi1 {
		requireClose(t, "phi", m.Topics.Row(j), row, 1e-6)
	}
	if err := m.Check(); err != nil {
		t.Error(err)
	}
}

// The known result on AP: a bound of -7.805 a token and an alpha of 0.044.
func TestFitOnAP(t *testing.T) {
	docs, v := ldatest.AP(t)
	o := DefaultOptions(10)
	o.Start = Random
	f := mustNew(t, docs, v, o)
	it := run(t, f, 100)
	tokens := 0.0
	for _, doc := range docs {
		tokens += doc.Total()
	}
	alpha := f.Model().Alpha[0]
	t.Logf("%d iterations, bound %.4f a token, alpha %.4f", it.Number, it.ELBO/tokens, alpha)
	if !it.Converged || math.Abs(it.ELBO/tokens+7.805) > 0.02 || math.Abs(alpha-0.044) > 0.004 {
		t.Errorf("found %d iterations, a bound of %v a token and alpha %v", it.Number, it.ELBO/tokens, alpha)
	}
}

func TestFitRecoversBars(t *testing.T) {
	docs := ldatest.Bars(t)
	for _, start := range []Start{Seeds, Random} {
		for _, learn := range []variational.Learning{variational.ByBound, variational.Predictive} {
			for seed := range uint64(2) {
				o := DefaultOptions(10)
				o.Start, o.LearnAlpha, o.Seed, o.Tolerance = start, learn, seed, 1e-6
				f := mustNew(t, docs, 25, o)
				run(t, f, 100)
				for i, d := range ldatest.Match(ldatest.BarsTopics(), f.Model()) {
					if d >= 0.1 {
						t.Errorf("start %s, alpha learned by %s, seed %d: topic %d is off by a total variation of %.3f", start, learn, seed, i, d)
					}
				}
			}
		}
	}
}

// Of the six documents of the tutorial the second shares words with the third, and
// none with the fourth and fifth. With alpha 1, as there, their topics say so whatever
// the seed. (With a small or learned alpha and three topics they need not: the
// highest bound then belongs to topics that keep the second and third apart.)
func TestSixDocuments(t *testing.T) {
	docs := ldatest.Six(t)
	if _, want := readGolden(t); !cmp.Equal(want, docs) {
		t.Fatalf("documents are not those of the reference values: %s", cmp.Diff(want, docs))
	}
	for _, k := range []int{2, 3, 4} {
		for seed := range uint64(20) {
			o := DefaultOptions(k)
			o.Alpha, o.LearnAlpha, o.Tolerance, o.Seed = []float64{1}, variational.Fixed, 1e-6, seed
			f := mustNew(t, docs, 24, o)
			run(t, f, 200)
			i, err := variational.NewInferrer(f.Model(), o.Ops, o.Until)
			if err != nil {
				t.Fatal(err)
			}
			theta, err := i.Infer(docs)
			if err != nil {
				t.Fatal(err)
			}
			if near := score.Hellinger(theta[1], theta[2]); near >= score.Hellinger(theta[1], theta[3]) || near >= score.Hellinger(theta[1], theta[4]) {
				t.Errorf("%d topics, seed %d: found distances %.3f from the third, %.3f from the fourth and %.3f from the fifth",
					k, seed, near, score.Hellinger(theta[1], theta[3]), score.Hellinger(theta[1], theta[4]))
			}
		}
	}
}

func TestSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	docs := ldatest.Bars(t)[:200]
	for _, start := range []Start{Seeds, Random} {
		fit := func(learn variational.Learning, seed uint64, threads int) *lda.Model {
			runtime.GOMAXPROCS(threads)
			o := DefaultOptions(10)
			o.Seed, o.Start, o.LearnAlpha = seed, start, learn
			f := mustNew(t, docs, 25, o)
			run(t, f, 4)
			return f.Model()
		}
		for _, learn := range []variational.Learning{variational.ByBound, variational.Predictive} {
			for _, seed := range []uint64{7, 0} {
				want := fit(learn, seed, 1)
				for _, threads := range []int{1, 2, 2, 3} {
					if diff := cmp.Diff(want, fit(learn, seed, threads)); diff != "" {
						t.Errorf("%s, alpha learned by %s, seed %d, %d threads (-want +got):\n%s", start, learn, seed, threads, diff)
					}
				}
			}
		}
		if cmp.Equal(fit(variational.ByBound, 7, 1), fit(variational.ByBound, 0, 1)) {
			t.Errorf("%s: seeds 7 and 0 give one model", start)
		}
	}
}

// Stopped anywhere and restored, a fit goes on to the same bits.
func TestRestore(t *testing.T) {
	for _, dt := range []tensor.Dtype{graph.Float32, graph.Float64} {
		rapid.Check(t, func(t *rapid.T) {
			const v = 8
			docs := make([]lda.Bag, rapid.IntRange(0, 6).Draw(t, "documents"))
			for d := range docs {
				docs[d] = lda.BagOf(rapid.SliceOfN(rapid.IntRange(0, v-1), 0, 12).Draw(t, "tokens"))
			}
			o := DefaultOptions(rapid.IntRange(1, 4).Draw(t, "topics"))
			o.Dtype, o.Start, o.Seed = dt, rapid.SampledFrom([]Start{Seeds, Random}).Draw(t, "start"), rapid.Uint64().Draw(t, "seed")
			o.LearnAlpha = rapid.SampledFrom([]variational.Learning{variational.Fixed, variational.ByBound, variational.Predictive}).Draw(t, "learn alpha")
			if rapid.Bool().Draw(t, "vector") {
				o.Alpha = variational.Spread(o.Alpha, o.Topics)
			}
			f := mustNew(t, docs, v, o)
			for range rapid.IntRange(0, 3).Draw(t, "steps before") {
				run(t, f, 1)
			}
			g, err := Restore(docs, v, o, f.State())
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				g.Model()
				if diff := cmp.Diff(run(t, f, 1), run(t, g, 1)); diff != "" {
					t.Fatalf("iterations (-want +got):\n%s", diff)
				}
			}
			if diff := cmp.Diff(f.Model(), g.Model()); diff != "" {
				t.Fatalf("models (-want +got):\n%s", diff)
			}
			if err := f.Model().Check(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestRestoreRefuses(t *testing.T) {
	_, docs := readGolden(t)
	o := DefaultOptions(2)
	f := mustNew(t, docs, 24, o)
	run(t, f, 1)
	for name, change := range map[string]func(s *State){
		"corpus":     func(s *State) { s.Corpus++ },
		"no phi":     func(s *State) { s.Phi = nil },
		"phi shape":  func(s *State) { s.Phi = graph.Zero(graph.Float64, 24, 3) },
		"phi type":   func(s *State) { s.Phi = graph.Zero(graph.Float32, 24, 2) },
		"phi of 2":   func(s *State) { s.Phi.Float64s()[3] = 2 },
		"alpha":      func(s *State) { s.Alpha = []float64{1, 2} },
		"iterations": func(s *State) { s.Iterations = -1 },
		"bound":      func(s *State) { s.Bound = math.NaN() },
	} {
		s := f.State()
		change(&s)
		if _, err := Restore(docs, 24, o, s); !errors.Is(err, variational.ErrState) {
			t.Errorf("%s: found error %v, want a StateError", name, err)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	_, docs := readGolden(t)
	for name, change := range map[string]func(o *Options){
		"topics":    func(o *Options) { o.Topics = 0 },
		"alpha":     func(o *Options) { o.Alpha = []float64{1, 2, 3} },
		"start":     func(o *Options) { o.Start = "" },
		"tolerance": func(o *Options) { o.Tolerance = math.NaN() },
		"settings":  func(o *Options) { o.Until.Iterations = -1 },
		"learning":  func(o *Options) { o.LearnAlpha = "wrong" },
	} {
		o := DefaultOptions(2)
		change(&o)
		var option *variational.OptionError
		if _, err := New(docs, 24, o); !errors.As(err, &option) {
			t.Errorf("%s: found error %v, want an OptionError", name, err)
		}
	}
	if _, err := New(docs, 23, DefaultOptions(2)); !errors.Is(err, lda.ErrID) {
		t.Errorf("found error %v, want one of a word id", err)
	}
}

// No seeds beyond the documents that differ, and none without words.
func TestChooseSeeds(t *testing.T) {
	a, b := lda.BagOf([]int{0, 1, 1}), lda.BagOf([]int{2})
	docs := []lda.Bag{{}, a, a, {}, b, a}
	for seed := range uint64(20) {
		got := chooseSeeds(docs, 3, 4, graph.Rand(seed, "test"))
		if len(got) != 2 || !slices.Contains(got, 4) || slices.ContainsFunc(got, func(d int) bool { return len(docs[d].IDs) == 0 }) {
			t.Fatalf("seed %d: found documents %v, want the fourth and one of its others", seed, got)
		}
	}
	if got := chooseSeeds([]lda.Bag{{}}, 3, 2, graph.Rand(0, "test")); got != nil {
		t.Errorf("of an empty document: found %v", got)
	}
}
