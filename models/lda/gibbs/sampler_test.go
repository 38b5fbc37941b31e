package gibbs

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbelos/models/lda"
	"arbelos/models/lda/ldatest"
)

func mustNew(t testing.TB, docs []lda.Bag, v int, o Options) *Sampler {
	t.Helper()
	s, err := New(docs, v, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// randomDocs are documents of two sorts of words.
func randomDocs(docs, length, v int) []lda.Bag {
	rng := rand.New(rand.NewPCG(7, 8))
	out := make([]lda.Bag, docs)
	for d := range out {
		var tokens []int
		for range length {
			tokens = append(tokens, d%2*v/2+rng.IntN(v/2))
		}
		out[d] = lda.BagOf(tokens)
	}
	return out
}

// Every topic that the bars were drawn from is found, by each way to sample.
func TestBars(t *testing.T) {
	docs := ldatest.Bars(t)
	for _, o := range []Options{
		{Alpha: []float64{0.3}, Beta: []float64{0.1}, Blocks: 1},
		{Alpha: []float64{0.5}, Beta: []float64{0.1}, Blocks: 2, LearnAlpha: true, LearnBeta: true, LearnAfter: 50},
		{Alpha: []float64{0.3}, Beta: []float64{0.1}, Blocks: 3, Random: true},
		{Alpha: []float64{0.3}, Beta: []float64{0.1}, Blocks: 1, Dense: true},
	} {
		o.Topics, o.BurnIn, o.Thin = 10, 150, 5
		s := mustNew(t, docs, 25, o)
		for range 200 {
			s.Sweep(2)
		}
		for k, d := range ldatest.Match(ldatest.BarsTopics(), s.Model()) {
			if d > 0.1 {
				t.Errorf("%+v: topic %d is off by %.3f", o, k, d)
			}
		}
	}
}

// Learned from the bars, the prior of proportions is the one they were drawn with.
func TestLearnedAlphaOfBars(t *testing.T) {
	o := DefaultOptions(10)
	s := mustNew(t, ldatest.Bars(t), 25, o)
	for range 200 {
		s.Sweep(2)
	}
	for k, a := range s.Alpha() {
		if a < 0.2 || a > 0.45 {
			t.Errorf("alpha %d is %.3f, want about 0.3", k, a)
		}
	}
}

// Counts that were kept up to date over 5,000 sweeps are those of counting anew.
func TestCountsStayExact(t *testing.T) {
	docs := randomDocs(3, 800, 40)
	o := DefaultOptions(20)
	o.BurnIn, o.Thin = 4000, 100
	s := mustNew(t, docs, 40, o)
	for range 5000 {
		s.Sweep(2)
	}
	nk := make([][]float64, o.Blocks)
	for b := range nk {
		nk[b] = make([]float64, o.Topics)
	}
	nkw := make([]map[int32]int, 40)
	for w := range nkw {
		nkw[w] = map[int32]int{}
	}
	for i, k := range s.z {
		w := s.tokens.words[i]
		nk[s.tokens.blockOf[w]][k]++
		nkw[w][k]++
	}
	if diff := cmp.Diff(nk, s.nk); diff != "" {
		t.Error(diff)
	}
	for w := range nkw {
		got := map[int32]int{}
		for k, n := range s.counts.of(int32(w)) {
			got[k] += n
		}
		if diff := cmp.Diff(nkw[w], got); diff != "" {
			t.Errorf("word %d: %s", w, diff)
		}
	}
	for _, x := range append(s.Alpha(), s.Beta()...) {
		if !(x > 0) || math.IsInf(x, 1) {
			t.Errorf("priors %v, %v", s.Alpha(), s.Beta())
		}
	}
	if err := s.Model().Check(); err != nil || s.Averaged() != 10 {
		t.Errorf("%v after %d states", err, s.Averaged())
	}
}

func TestCaseD1EmptyDocuments(t *testing.T) {
	docs := []lda.Bag{lda.BagOf([]int{0}), {}, lda.BagOf([]int{1})}
	for _, thin := range []int{0, 1} {
		s := mustNew(t, docs, 2, Options{Topics: 3, Alpha: []float64{1, 2, 5}, Beta: []float64{0.1}, Blocks: 2, Thin: thin})
		for range 3 {
			s.Sweep(1)
		}
		theta := s.Theta()
		if len(theta) != 3 {
			t.Fatalf("%d rows", len(theta))
		}
		for d, row := range theta {
			if math.Abs(sum(row)-1) > 1e-12 {
				t.Errorf("row %d sums to %v", d, sum(row))
			}
		}
		for k, want := range []float64{0.125, 0.25, 0.625} {
			if math.Abs(theta[1][k]-want) > 1e-15 {
				t.Errorf("the empty document has %v", theta[1])
			}
		}
	}
	// A corpus of nothing but empty documents does not break anything.
	s := mustNew(t, make([]lda.Bag, 2), 3, DefaultOptions(2))
	for range 60 {
		s.Sweep(2)
	}
	if err := s.Model().Check(); err != nil || s.JointLogLikelihood() != 0 {
		t.Errorf("%v, joint %v", err, s.JointLogLikelihood())
	}
}

func TestCaseD2AndD12Refused(t *testing.T) {
	for _, test := range []struct {
		doc  lda.Bag
		want error
	}{
		{lda.Bag{IDs: []int{2}, Counts: []float64{1}}, lda.ErrID},
		{lda.Bag{IDs: []int{-1}, Counts: []float64{1}}, lda.ErrID},
		{lda.Bag{IDs: []int{1, 0}, Counts: []float64{1, 1}}, lda.ErrOrder},
		{lda.Bag{IDs: []int{0}, Counts: []float64{math.NaN()}}, lda.ErrCount},
		{lda.Bag{IDs: []int{0}, Counts: []float64{0.5}}, lda.ErrWhole},
	} {
		_, err := New([]lda.Bag{{}, test.doc}, 2, DefaultOptions(2))
		var got *lda.BagError
		if !errors.Is(err, test.want) || !errors.As(err, &got) || got.Doc != 1 {
			t.Errorf("%+v: got %v", test.doc, err)
		}
	}
}

func TestOptionsAreHeldToTheirRange(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"Topics":                      func(o *Options) { o.Topics = 0 },
		"Blocks":                      func(o *Options) { o.Blocks = 0 },
		"LearnAfter, BurnIn and Thin": func(o *Options) { o.Thin = -1 },
		"Alpha":                       func(o *Options) { o.Alpha = []float64{1, 2, 3} },
		"Beta":                        func(o *Options) { o.Beta = []float64{math.Inf(1)} },
		"LearnBeta":                   func(o *Options) { o.Beta = []float64{1, 1, 1}; o.LearnBeta = true },
	} {
		o := DefaultOptions(2)
		change(&o)
		_, err := New(nil, 3, o)
		var got *OptionError
		if !errors.As(err, &got) || got.Option != name {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// The same seed gives the same bits on any number of threads; another seed others.
func TestCaseD8ThreadsAndSeeds(t *testing.T) {
	docs := randomDocs(30, 50, 60)
	run := func(seed uint64, threads int, dense bool) State {
		o := DefaultOptions(8)
		o.Seed, o.Dense, o.Blocks, o.BurnIn, o.Thin, o.LearnAfter = seed, dense, 4, 2, 3, 3
		s := mustNew(t, docs, 60, o)
		for range 12 {
			s.Sweep(threads)
		}
		return s.State()
	}
	for _, dense := range []bool{false, true} {
		want := run(7, 1, dense)
		for _, threads := range []int{1, 2, 2, 3, 9} {
			if diff := cmp.Diff(want, run(7, threads, dense)); diff != "" {
				t.Errorf("dense %t, %d threads: %s", dense, threads, diff)
			}
		}
		zero := run(0, 1, dense)
		if diff := cmp.Diff(zero, run(0, 2, dense)); diff != "" {
			t.Errorf("seed 0: %s", diff)
		}
		if slices.Equal(zero.Topics, want.Topics) {
			t.Error("seeds 0 and 7 give the same topics")
		}
	}
}

// Looking at a chain does not change it.
func TestCaseD10EvaluationChangesNothing(t *testing.T) {
	docs := randomDocs(20, 40, 30)
	o := DefaultOptions(5)
	o.LearnAfter, o.BurnIn, o.Thin = 4, 5, 2
	quiet, watched := mustNew(t, docs, 30, o), mustNew(t, docs, 30, o)
	for range 15 {
		quiet.Sweep(1)
		watched.Sweep(1)
		watched.JointLogLikelihood()
		watched.Model()
		watched.Theta()
		watched.State()
	}
	if diff := cmp.Diff(quiet.State(), watched.State()); diff != "" {
		t.Error(diff)
	}
}

// Estimates are the means of those of the states that were asked for.
func TestEstimatesAreAverages(t *testing.T) {
	docs := randomDocs(6, 30, 10)
	o := Options{Topics: 3, Alpha: []float64{0.5}, Beta: []float64{0.1}, Blocks: 2, BurnIn: 3, Thin: 2}
	averaged := mustNew(t, docs, 10, o)
	o.Thin = 0
	plain := mustNew(t, docs, 10, o)
	var phi, theta []float64
	for sweep := 1; sweep <= 8; sweep++ {
		averaged.Sweep(1)
		plain.Sweep(1)
		if sweep == 5 || sweep == 7 {
			phi = append(phi, plain.Model().Topics.Values...)
			theta = append(theta, slices.Concat(plain.Theta()...)...)
		}
	}
	if averaged.Averaged() != 2 || plain.Averaged() != 0 {
		t.Fatalf("%d and %d states", averaged.Averaged(), plain.Averaged())
	}
	for _, test := range []struct {
		name      string
		got, both []float64
	}{{"phi", averaged.Model().Topics.Values, phi}, {"theta", slices.Concat(averaged.Theta()...), theta}} {
		n := len(test.got)
		for i, x := range test.got {
			if want := (test.both[i] + test.both[n+i]) / 2; math.Abs(x-want) > 1e-15 {
				t.Fatalf("%s %d is %v, want %v", test.name, i, x, want)
			}
		}
	}
	// Of a single state, they are smoothed shares of counts.
	s := plain
	for w := range s.tokens.v {
		for k := range o.Topics {
			n := 0.0
			for topic, count := range s.counts.of(int32(w)) {
				if int(topic) == k {
					n = float64(count)
				}
			}
			want := (n + 0.1) / (s.topicTotals()[k] + 10*0.1)
			if got := s.Model().Topics.Row(k)[w]; math.Abs(got-want) > 1e-15 {
				t.Fatalf("phi[%d,%d] is %v, want %v", k, w, got, want)
			}
		}
	}
}

// One common word and hundreds of thousands that occur once leave everything finite.
func TestCaseD3ManyRareWords(t *testing.T) {
	const v = 250_000
	docs := make([]lda.Bag, 1000)
	for d := range docs {
		docs[d] = lda.Bag{IDs: []int{0}, Counts: []float64{50}}
		for w := 1 + d*(v/1000); w < min(v, 1+(d+1)*(v/1000)); w++ {
			docs[d].IDs, docs[d].Counts = append(docs[d].IDs, w), append(docs[d].Counts, 1)
		}
	}
	o := DefaultOptions(100)
	o.LearnAfter = 0
	s := mustNew(t, docs, v, o)
	for range 5 {
		s.Sweep(2)
	}
	for _, x := range append(append(s.Alpha(), s.Beta()...), s.JointLogLikelihood()) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("priors %v and %v, joint %v", s.Alpha(), s.Beta(), s.JointLogLikelihood())
		}
	}
	for k, n := range s.topicTotals() {
		if n < 0 || n != math.Trunc(n) {
			t.Errorf("topic %d has %v tokens", k, n)
		}
	}
}
