package online

import (
	"errors"
	"iter"
	"math"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/models/lda/ldatest"
	"arbelos/models/lda/variational"
	"arbelos/models/lda/vb"
)

func mustNew(t rapid.TB, v int, o Options) *Fit {
	t.Helper()
	f, err := New(v, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mustStep(t rapid.TB, f *Fit, docs []lda.Bag) Batch {
	t.Helper()
	b, err := f.Step(docs)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func drawDocs(t *rapid.T, v int) []lda.Bag {
	docs := make([]lda.Bag, rapid.IntRange(1, 6).Draw(t, "documents"))
	for d := range docs {
		docs[d] = lda.BagOf(rapid.SliceOfN(rapid.IntRange(0, v-1), 0, 15).Draw(t, "tokens"))
	}
	return docs
}

func requireClose(t rapid.TB, what string, got, want []float64, eps float64) {
	t.Helper()
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= eps*(1+math.Abs(w))) {
			t.Fatalf("%s, number %d: found %.15g, want %.15g", what, i, got[i], w)
		}
	}
}

// With the whole corpus as a minibatch of weight 1, an update is an iteration of the
// batch method.
func TestWholeCorpusIsBatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const v = 9
		docs, k := drawDocs(t, v), rapid.IntRange(1, 4).Draw(t, "topics")
		o, of := DefaultOptions(k, float64(len(docs))), vb.DefaultOptions(k)
		o.Kappa = 0
		o.Seed = rapid.Uint64().Draw(t, "seed")
		of.Seed = o.Seed
		f := mustNew(t, v, o)
		g, err := vb.New(docs, v, of)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			mustStep(t, f, docs)
			if it, err := g.Step(); err != nil {
				t.Fatal(err)
			} else if it.Kept > 0 {
				t.Skip("the batch method kept a gamma, which this one never does")
			}
			requireClose(t, "lambda", f.Model().Topics.Values, g.Model().Topics.Values, 1e-9)
		}
	})
}

// The update as the paper has it: blended with weight (tau + t)^-kappa, each minibatch
// standing for all documents.
func TestStepBlends(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const v = 9
		docs, k := drawDocs(t, v), 3
		o := DefaultOptions(k, 50)
		o.Tau, o.Kappa = 4, 0.6
		o.Eta = []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 3}
		f := mustNew(t, v, o)
		for step := range 3 {
			before := f.Model().Topics.Values
			logBeta := variational.ImportTopics(f.Model().Topics, graph.Float64)
			if err := variational.ToLogs(lda.Dirichlet, logBeta); err != nil {
				t.Fatal(err)
			}
			block, alpha, counts := variational.NewBlock(docs, v), variational.Spread(o.Alpha, k), graph.Zero(graph.Float64, v, k)
			topics, e := graph.ToLikelihoods(logBeta), variational.NewEStep(o.Ops, o.Until)
			if _, err := e.Expect(block, topics, alpha, e.Start(lda.Dirichlet, block, alpha), variational.Statistics{Counts: counts}); err != nil {
				t.Fatal(err)
			}
			rho := math.Pow(4+float64(step), -0.6)
			want := make([]float64, len(before))
			for i, l := range before {
				want[i] = (1-rho)*l + rho*o.Eta[i%v]
			}
			for i, c := range counts.Float64s() {
				want[i%k*v+i/k] += rho * 50 / float64(len(docs)) * c
			}
			if b := mustStep(t, f, docs); math.Abs(b.Weight-rho) > 1e-15 || b.Number != step+1 {
				t.Fatalf("found %+v, want minibatch %d of weight %v", b, step+1, rho)
			}
			requireClose(t, "lambda", f.Model().Topics.Values, want, 1e-10)
		}
	})
}

func TestFitRecoversBars(t *testing.T) {
	docs := ldatest.Bars(t)
	for seed := range uint64(3) {
		for _, learn := range []variational.Learning{variational.Fixed, variational.ByBound, variational.Predictive} {
			o := DefaultOptions(10, float64(len(docs)))
			o.Seed, o.LearnAlpha, o.LearnEta = seed, learn, learn != variational.Fixed
			o.Tau = 1 // a corpus this small has few minibatches to learn from
			f := mustNew(t, 25, o)
			for b, err := range f.Run(Minibatches(docs, DefaultSize, seed, 0)) {
				if err != nil {
					t.Fatal(err)
				}
				if b.Number == 200 { // 100 times round
					break
				}
			}
			for i, d := range ldatest.Match(ldatest.BarsTopics(), f.Model()) {
				if d >= 0.1 {
					t.Errorf("seed %d, alpha learned by %q: topic %d is off by a total variation of %.3f", seed, learn, i, d)
				}
			}
			if err := f.Model().Check(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	docs := ldatest.Bars(t)[:200]
	run := func(learn variational.Learning, seed uint64, threads int) *lda.Model {
		runtime.GOMAXPROCS(threads)
		o := DefaultOptions(10, 200)
		o.Seed, o.LearnAlpha, o.LearnEta = seed, learn, true
		f := mustNew(t, 25, o)
		for b, err := range f.Run(Minibatches(docs, 60, seed, 0)) {
			if err != nil {
				t.Fatal(err)
			}
			if b.Number == 6 {
				break
			}
		}
		return f.Model()
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

// Stopped anywhere, between rounds or within one, and restored, a fit goes on to the
// same bits.
func TestRestore(t *testing.T) {
	for _, dt := range []tensor.Dtype{graph.Float32, graph.Float64} {
		rapid.Check(t, func(t *rapid.T) {
			const v = 8
			docs := drawDocs(t, v)
			o := DefaultOptions(3, float64(len(docs)))
			o.LearnAlpha = rapid.SampledFrom([]variational.Learning{variational.Fixed, variational.ByBound, variational.Predictive}).Draw(t, "learn alpha")
			o.Dtype, o.LearnEta = dt, rapid.Bool().Draw(t, "learn eta")
			if rapid.Bool().Draw(t, "vectors") {
				o.Alpha, o.Eta = variational.Spread(o.Alpha, 3), variational.Spread(o.Eta, v)
			}
			size := rapid.IntRange(1, 4).Draw(t, "size")
			run := func(f *Fit, until int) {
				for b, err := range f.Run(Minibatches(docs, size, 5, f.Batches())) {
					if err != nil {
						t.Fatal(err)
					}
					if b.Number == until {
						return
					}
				}
			}
			whole, cut := mustNew(t, v, o), mustNew(t, v, o)
			run(whole, 6)
			run(cut, rapid.IntRange(1, 5).Draw(t, "cut"))
			restored, err := Restore(v, o, cut.State())
			if err != nil {
				t.Fatal(err)
			}
			run(restored, 6)
			if diff := cmp.Diff(whole.Model(), restored.Model()); diff != "" {
				t.Fatalf("models (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRestoreRefuses(t *testing.T) {
	o := DefaultOptions(2, 10)
	f := mustNew(t, 4, o)
	for name, change := range map[string]func(s *State){
		"no lambda":      func(s *State) { s.Lambda = nil },
		"lambda shape":   func(s *State) { s.Lambda = graph.Zero(graph.Float64, 5, 2) },
		"lambda of zero": func(s *State) { s.Lambda.Float64s()[3] = 0 },
		"alpha":          func(s *State) { s.Alpha = nil },
		"eta":            func(s *State) { s.Eta = []float64{math.NaN()} },
		"minibatches":    func(s *State) { s.Batches = -1 },
		"documents":      func(s *State) { s.Seen = -1 },
	} {
		s := f.State()
		change(&s)
		if _, err := Restore(4, o, s); !errors.Is(err, variational.ErrState) {
			t.Errorf("%s: found error %v, want a StateError", name, err)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for name, change := range map[string]func(o *Options){
		"topics":    func(o *Options) { o.Topics = 0 },
		"tau":       func(o *Options) { o.Tau = 0.5 },
		"kappa":     func(o *Options) { o.Kappa = 1.5 },
		"kappa NaN": func(o *Options) { o.Kappa = math.NaN() },
		"documents": func(o *Options) { o.Documents = 0 },
		"alpha":     func(o *Options) { o.Alpha = []float64{-1} },
		"eta":       func(o *Options) { o.Eta = []float64{1, 2} },
		"settings":  func(o *Options) { o.Ops = "" },
	} {
		o := DefaultOptions(2, 10)
		change(&o)
		var option *variational.OptionError
		if _, err := New(4, o); !errors.As(err, &option) {
			t.Errorf("%s: found error %v, want an OptionError", name, err)
		}
	}
}

// Errors of the stream and of its documents end a run, and leave the fit as it was.
func TestRunEndsWithAnError(t *testing.T) {
	broken := errors.New("broken")
	f := mustNew(t, 4, DefaultOptions(2, 10))
	before := f.Model()
	for name, c := range map[string]struct {
		stream iter.Seq2[[]lda.Bag, error]
		want   error
	}{
		"stream":   {func(yield func([]lda.Bag, error) bool) { yield(nil, broken) }, broken},
		"document": {func(yield func([]lda.Bag, error) bool) { yield([]lda.Bag{lda.BagOf([]int{4})}, nil) }, lda.ErrID},
	} {
		var last error
		for _, err := range f.Run(c.stream) {
			last = err
		}
		if !errors.Is(last, c.want) {
			t.Errorf("%s: found error %v, want %v", name, last, c.want)
		}
	}
	if b := mustStep(t, f, nil); b.Number != 0 {
		t.Errorf("an empty minibatch counts: %+v", b)
	}
	if diff := cmp.Diff(before, f.Model()); diff != "" {
		t.Errorf("the model has changed (-want +got):\n%s", diff)
	}
}

// Every document comes once a round, in another order each round; a stream that begins
// later is the rest of one that began at 0.
func TestMinibatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, size := rapid.IntRange(1, 12).Draw(t, "documents"), rapid.IntRange(1, 5).Draw(t, "size")
		docs := make([]lda.Bag, n)
		for d := range docs {
			docs[d] = lda.BagOf([]int{d})
		}
		each := (n + size - 1) / size
		take := func(from int) (out [][]lda.Bag) {
			for b := range Minibatches(docs, size, 3, from) {
				if out = append(out, b); len(out) == 3*each-from {
					break
				}
			}
			return out
		}
		all, from := take(0), rapid.IntRange(0, 3*each-1).Draw(t, "from")
		for round := range 3 {
			seen := map[int]bool{}
			for _, b := range all[round*each : (round+1)*each] {
				for _, doc := range b {
					seen[doc.IDs[0]] = true
				}
			}
			if len(seen) != n {
				t.Fatalf("round %d has %d documents of %d", round, len(seen), n)
			}
		}
		if diff := cmp.Diff(all[from:], take(from)); diff != "" {
			t.Fatalf("from %d (-want +got):\n%s", from, diff)
		}
	})
}

// Many words that occur once, and one that every document has: all stays finite, in
// float32 too, where a word with no topic of its own has no float32 likelihood.
func TestLargeVocabulary(t *testing.T) {
	const v, k = 250_000, 100
	o := DefaultOptions(k, v)
	o.Dtype = graph.Float32
	f := mustNew(t, v, o)
	word := 1
	for range 2 {
		docs := make([]lda.Bag, 20)
		for d := range docs {
			tokens := []int{0, 0, 0}
			for range 40 {
				tokens = append(tokens, word)
				word += 150
			}
			docs[d] = lda.BagOf(tokens)
		}
		b := mustStep(t, f, docs)
		if math.IsNaN(b.Bound) || math.IsInf(b.Bound, 0) {
			t.Errorf("found a bound of %v", b.Bound)
		}
	}
	for i, l := range f.lambda.Float32s() {
		if !(l > 0) || math.IsInf(float64(l), 1) {
			t.Fatalf("word %d, topic %d: found lambda %v", i/k, i%k, l)
		}
	}
}

// Documents that come again and again are predicted without what topics have learned of
// them by heart, which would leave no alpha.
func TestPredictiveAlphaOfFewDocuments(t *testing.T) {
	docs, _, words := ldatest.Themes(t)
	o := DefaultOptions(8, float64(len(docs)))
	o.Alpha, o.LearnAlpha = variational.Spread([]float64{0.125}, 8), variational.Predictive
	f := mustNew(t, len(words), o)
	for range 60 {
		mustStep(t, f, docs[:len(docs)/2])
		mustStep(t, f, docs[len(docs)/2:])
	}
	for k, a := range f.Model().Alpha {
		if a < 0.05 || a > 5 {
			t.Errorf("topic %d: found alpha %v, want about 0.5", k, a)
		}
	}
}

// A document that comes again is predicted without its own words, however few there are
// in its minibatch, and one that comes for the first time is not.
func TestPredictiveAlphaKnowsWhatWasSeen(t *testing.T) {
	docs, _, words := ldatest.Themes(t)
	docs = docs[:9]
	o := DefaultOptions(4, float64(len(docs)))
	o.Alpha, o.LearnAlpha = variational.Spread([]float64{0.25}, 4), variational.Predictive
	f := mustNew(t, len(words), o)
	for pass := range 3 {
		for _, batch := range [][]lda.Bag{docs[:8], docs[8:]} {
			var moved [2][]float64
			for i, again := range []bool{false, true} {
				p, err := variational.NewEStep(o.Ops, o.Until).Predict(variational.Completion{
					Kind: lda.Dirichlet, Table: f.lambda, Docs: batch, Fitted: again, Seed: o.Seed, Step: uint64(f.batches),
				}, f.alpha)
				if err != nil {
					t.Fatal(err)
				}
				moved[i] = p.Move(f.alpha, f.weight())
			}
			want, other := moved[0], moved[1]
			if pass > 0 {
				want, other = other, want
			}
			mustStep(t, f, batch)
			if diff := cmp.Diff(want, f.alpha); diff != "" || cmp.Equal(want, other) {
				t.Errorf("pass %d, %d documents (-want +got):\n%s", pass, len(batch), diff)
			}
		}
	}
}
