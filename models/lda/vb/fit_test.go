package vb

import (
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
	"arbelos/models/lda/variational"
)

func drawDocs(t *rapid.T, v int) []lda.Bag {
	docs := make([]lda.Bag, rapid.IntRange(0, 8).Draw(t, "documents"))
	for d := range docs {
		docs[d] = lda.BagOf(rapid.SliceOfN(rapid.IntRange(0, v-1), 0, 15).Draw(t, "tokens"))
	}
	return docs
}

// drawOptions draws priors of either form, learned or not, and a coarse E-step.
func drawOptions(t *rapid.T, v int) Options {
	o := DefaultOptions(rapid.IntRange(1, 5).Draw(t, "topics"))
	prior := func(name string, n int) []float64 {
		x := make([]float64, rapid.SampledFrom([]int{1, n}).Draw(t, name+" numbers"))
		for i := range x {
			x[i] = math.Exp(rapid.Float64Range(-5, 1).Draw(t, "log "+name))
		}
		return x
	}
	o.Alpha, o.Eta = prior("alpha", o.Topics), prior("eta", v)
	o.LearnAlpha = rapid.SampledFrom([]variational.Learning{variational.Fixed, variational.ByBound, variational.Predictive}).Draw(t, "learn alpha")
	o.LearnEta = rapid.Bool().Draw(t, "learn eta")
	o.Until = graph.Convergence{Iterations: rapid.IntRange(1, 6).Draw(t, "iterations"), Tolerance: 1e-2}
	o.Seed = rapid.Uint64().Draw(t, "seed")
	return o
}

func mustNew(t rapid.TB, docs []lda.Bag, v int, o Options) *Fit {
	t.Helper()
	f, err := New(docs, v, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mustStep(t rapid.TB, f *Fit) Iteration {
	t.Helper()
	it, err := f.Step()
	if err != nil {
		t.Fatal(err)
	}
	return it
}

// elbo returns the bound of the model as it is now, from fresh starts.
func elbo(f *Fit, docs []lda.Bag) (float64, error) {
	i, err := variational.NewInferrer(f.Model(), f.options.Ops, f.options.Until)
	if err != nil {
		return 0, err
	}
	return i.ELBO(docs)
}

// The bound never falls, however coarse the E-step, whether priors are learned or not,
// but for what a predictive alpha does to it; and what an iteration reports is the
// bound of the model before it.
func TestBoundNeverFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const v = 10
		docs, o := drawDocs(t, v), drawOptions(t, v)
		f := mustNew(t, docs, v, o)
		before := math.Inf(-1)
		for range 12 {
			want, err := elbo(f, docs)
			if err != nil {
				t.Fatal(err)
			}
			it := mustStep(t, f)
			if o.LearnAlpha != variational.Predictive && it.ELBO < before-1e-9*math.Abs(before)-1e-12 {
				t.Fatalf("iteration %d: the bound fell from %v to %v", it.Number, before, it.ELBO)
			}
			if it.Change < -1e-9 && before < -1e-3 {
				t.Fatalf("iteration %d: a change of %v", it.Number, it.Change)
			}
			if it.Kept == 0 && it.ELBO != want {
				t.Fatalf("iteration %d: found a bound of %v, but of the model it is %v", it.Number, it.ELBO, want)
			}
			if it.ELBO < want-1e-12 {
				t.Fatalf("iteration %d: found a bound of %v below that of fresh starts, %v", it.Number, it.ELBO, want)
			}
			before = it.ELBO
		}
	})
}

func TestBoundNeverFallsOnAP(t *testing.T) {
	docs, v := ldatest.AP(t)
	o := DefaultOptions(20)
	f := mustNew(t, docs, v, o)
	before := math.Inf(-1)
	for range 15 {
		it := mustStep(t, f)
		if it.ELBO < before-1e-9*math.Abs(before) {
			t.Fatalf("iteration %d: the bound fell from %v to %v", it.Number, before, it.ELBO)
		}
		before = it.ELBO
	}
}

// Where the bound falls, documents keep the gamma they had if that is better, and
// only then.
func TestStepKeepsGamma(t *testing.T) {
	const v = 6
	docs := drawn(3, 12, 20, v, 3)
	o := DefaultOptions(3)
	f := mustNew(t, docs, v, o)
	for range 3 {
		mustStep(t, f)
	}
	fresh, err := elbo(f, docs)
	if err != nil {
		t.Fatal(err)
	}
	f.elbo = math.Inf(1) // no bound is as high
	var gamma []float64
	for i, g := range f.gamma.rows(0, len(docs)) {
		if i < 3*len(docs)/2 {
			g = 20 // worse than what any start leads to
		}
		gamma = append(gamma, float64(g))
	}
	f.gamma.reset(variational.Spread(f.alpha, 3))
	f.gamma.append(gamma)
	it := mustStep(t, f)
	if it.ELBO < fresh {
		t.Errorf("found a bound of %v, below that of fresh starts, %v", it.ELBO, fresh)
	}
	if it.Kept > len(docs)/2 {
		t.Errorf("%d documents kept a gamma, of which half were made worse", it.Kept)
	}
}

// The same seed gives the same bits, with any number of threads; another one does not.
// Seed 0 is a seed.
func TestSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	docs := ldatest.Bars(t)[:300]
	run := func(learn variational.Learning, seed uint64, threads int) lda.Model {
		runtime.GOMAXPROCS(threads)
		o := DefaultOptions(10)
		o.Seed, o.LearnAlpha, o.LearnEta = seed, learn, true
		f := mustNew(t, docs, 25, o)
		for range 4 {
			mustStep(t, f)
		}
		return *f.Model()
	}
	for _, learn := range []variational.Learning{variational.ByBound, variational.Predictive} {
		for _, seed := range []uint64{7, 0} {
			want := run(learn, seed, 1)
			for _, threads := range []int{1, 2, 2, 3} {
				if diff := cmp.Diff(want, run(learn, seed, threads)); diff != "" {
					t.Errorf("alpha learned by %s, seed %d, %d threads (-want +got):\n%s", learn, seed, threads, diff)
				}
			}
		}
	}
	if cmp.Equal(run(variational.ByBound, 7, 1), run(variational.ByBound, 0, 1)) {
		t.Error("seeds 7 and 0 give one model")
	}
}

// Stopped anywhere and restored, a fit goes on to the same bits; to look at the
// model meanwhile changes nothing.
func TestRestore(t *testing.T) {
	for _, dt := range []tensor.Dtype{graph.Float32, graph.Float64} {
		rapid.Check(t, func(t *rapid.T) {
			const v = 8
			docs, o := drawDocs(t, v), drawOptions(t, v)
			o.Dtype = dt
			f := mustNew(t, docs, v, o)
			for range rapid.IntRange(0, 4).Draw(t, "steps before") {
				mustStep(t, f)
			}
			state := f.State()
			g, err := Restore(docs, v, o, state)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				g.Model()
				g.State()
				want, got := mustStep(t, f), mustStep(t, g)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("iterations (-want +got):\n%s", diff)
				}
			}
			if diff := cmp.Diff(f.Model(), g.Model()); diff != "" {
				t.Fatalf("models (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRestoreRefuses(t *testing.T) {
	const v = 8
	docs := drawn(4, 5, 10, v, 2)
	o := DefaultOptions(2)
	f := mustNew(t, docs, v, o)
	mustStep(t, f)
	for name, change := range map[string]func(s *State){
		"corpus":         func(s *State) { s.Corpus++ },
		"no lambda":      func(s *State) { s.Lambda = nil },
		"lambda shape":   func(s *State) { s.Lambda = graph.Zero(graph.Float64, v, 3) },
		"lambda type":    func(s *State) { s.Lambda = graph.Zero(graph.Float32, v, 2) },
		"lambda of zero": func(s *State) { s.Lambda.Float64s()[3] = 0 },
		"lambda of NaN":  func(s *State) { s.Lambda.Float64s()[3] = math.NaN() },
		"alpha":          func(s *State) { s.Alpha = []float64{1, 2, 3} },
		"eta":            func(s *State) { s.Eta = []float64{-1} },
		"iterations":     func(s *State) { s.Iterations = -1 },
		"bound":          func(s *State) { s.ELBO = math.NaN() },
		"no gamma":       func(s *State) { s.Gamma = nil },
		"gamma shape":    func(s *State) { s.Gamma = graph.Zero(graph.Float32, 1, 2) },
		"gamma of zero":  func(s *State) { s.Gamma.Float32s()[0] = 0 },
	} {
		s := f.State()
		change(&s)
		var state *variational.StateError
		if _, err := Restore(docs, v, o, s); !errors.As(err, &state) || !errors.Is(err, variational.ErrState) {
			t.Errorf("%s: found error %v, want a StateError", name, err)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	docs := []lda.Bag{lda.BagOf([]int{0, 3})}
	for name, change := range map[string]func(o *Options){
		"topics":       func(o *Options) { o.Topics = 0 },
		"alpha":        func(o *Options) { o.Alpha = []float64{1, 2, 3} },
		"alpha zero":   func(o *Options) { o.Alpha = []float64{0} },
		"eta":          func(o *Options) { o.Eta = nil },
		"eta infinite": func(o *Options) { o.Eta = []float64{math.Inf(1)} },
		"iterations":   func(o *Options) { o.Until.Iterations = 0 },
		"tolerance":    func(o *Options) { o.Until.Tolerance = math.NaN() },
		"ops":          func(o *Options) { o.Ops = "" },
		"element type": func(o *Options) { o.Dtype = tensor.Int },
		"learning":     func(o *Options) { o.LearnAlpha = "wrong" },
	} {
		o := DefaultOptions(2)
		change(&o)
		var option *variational.OptionError
		if _, err := New(docs, 4, o); !errors.As(err, &option) {
			t.Errorf("%s: found error %v, want an OptionError", name, err)
		}
	}
	if _, err := New(docs, 3, DefaultOptions(2)); !errors.Is(err, lda.ErrID) {
		t.Errorf("found error %v, want one of a word id", err)
	}
}

// A document without words leaves no trace, wherever it stands.
func TestEmptyDocuments(t *testing.T) {
	docs := drawn(5, 6, 10, 8, 2)
	with := slices.Concat([]lda.Bag{{}}, docs[:3], []lda.Bag{{}, {}}, docs[3:], []lda.Bag{{}})
	f, g := mustNew(t, docs, 8, DefaultOptions(2)), mustNew(t, with, 8, DefaultOptions(2))
	for range 5 {
		mustStep(t, f)
		mustStep(t, g)
	}
	requireClose(t, "lambda", g.Model().Topics.Values, f.Model().Topics.Values, 1e-12)
	if it := mustStep(t, mustNew(t, nil, 8, DefaultOptions(2))); math.IsNaN(it.ELBO) {
		t.Error("no documents at all: the bound is not a number")
	}
}
