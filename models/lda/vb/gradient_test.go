package vb

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"arbelos/graph"
	"arbelos/models/lda"
	"arbelos/models/lda/variational"
)

// drawn returns documents from k topics over v words that overlap.
func drawn(seed uint64, docs, words, v, k int) []lda.Bag {
	r := rand.New(rand.NewPCG(seed, 9))
	dirichlet := func(a float64, n int) []float64 {
		x, sum := make([]float64, n), 0.0
		for i := range x {
			x[i] = distuv.Gamma{Alpha: a, Beta: 1, Src: r}.Rand()
			sum += x[i]
		}
		for i := range x {
			x[i] /= sum
		}
		return x
	}
	pick := func(p []float64) int {
		u := r.Float64()
		for i, q := range p {
			if u -= q; u < 0 {
				return i
			}
		}
		return len(p) - 1
	}
	topics := make([][]float64, k)
	for j := range topics {
		topics[j] = dirichlet(0.5, v)
	}
	out := make([]lda.Bag, docs)
	for d := range out {
		theta, tokens := dirichlet(0.8, k), make([]int, words)
		for i := range tokens {
			tokens[i] = pick(topics[pick(theta)])
		}
		out[d] = lda.BagOf(tokens)
	}
	return out
}

// gradients returns what Gorgonia derives from the whole bound, a graph: the largest
// gradient in the logarithm of an alpha, of a gamma and of a lambda, and the sum of
// those in eta times eta, one number for all words.
func gradients(t *testing.T, f *Fit, gamma []float64) (ofAlpha, ofGamma, ofLambda, ofEta float64) {
	t.Helper()
	d, v, k := len(f.docs), f.v, f.options.Topics
	g := graph.New()
	input := func(name string, x []float64, shape ...int) *graph.Node {
		return graph.Input(g, name, graph.FromFloat64s(graph.Float64, x, shape...))
	}
	b := variational.NewBlock(f.docs, v)
	values := [][]float64{f.alpha, gamma, graph.Float64s(f.lambda), variational.Spread(f.eta, v)}
	in := []*graph.Node{input("alpha", values[0], k), input("gamma", values[1], d, k), input("lambda", values[2], v, k), input("eta", values[3], v)}
	logBeta := variational.ExpectedLogWords(in[2], graph.ColumnSums(in[2]))
	elbo := graph.Add(graph.Sum(variational.DocumentBounds(b.Docs, logBeta, in[0], in[1])), variational.TopicsBound(in[2], in[3]))
	grads, err := graph.Grad(elbo, in)
	if err != nil {
		t.Fatal(err)
	}
	m := graph.NewMachine(graph.Float64, graph.NewPool())
	defer m.Close()
	if err := m.Finish(append(grads, elbo)...); err != nil {
		t.Fatal(err)
	}
	largest, sum := make([]float64, 4), make([]float64, 4)
	for i, n := range grads {
		for j, x := range m.Value(n).Float64s() {
			x *= values[i][j]
			largest[i] = max(largest[i], math.Abs(x))
			sum[i] += x
		}
	}
	return largest[0], largest[1], largest[2], math.Abs(sum[3])
}

// Where the updates no longer move, the gradient that is derived automatically
// vanishes in all that they estimate; elsewhere it does not.
func TestGradientVanishesAtTheFixedPoint(t *testing.T) {
	const v, k = 12, 2
	docs := drawn(1, 60, 40, v, k)
	o := DefaultOptions(k)
	o.Alpha, o.Eta, o.LearnAlpha, o.LearnEta = []float64{0.5, 1}, []float64{0.3}, variational.ByBound, true
	o.Until = graph.Convergence{Iterations: 5000, Tolerance: 1e-13}
	f, err := New(docs, v, o)
	if err != nil {
		t.Fatal(err)
	}
	gamma := func() (gamma []float64) {
		i := variational.NewEStep(o.Ops, o.Until)
		lambda := variational.ImportTopics(f.Model().Topics, graph.Float64)
		if err := variational.ToLogs(lda.Dirichlet, lambda); err != nil {
			t.Fatal(err)
		}
		b := variational.NewBlock(docs, v)
		x, err := i.Infer(b, graph.ToLikelihoods(lambda), f.alpha, i.Start(lda.Dirichlet, b, f.alpha))
		if err != nil {
			t.Fatal(err)
		}
		return x.Gamma
	}
	step := func(n int) {
		for range n {
			if _, err := f.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	step(3)
	// That in eta vanishes after every step: eta is the last to be moved.
	if a, _, l, _ := gradients(t, f, gamma()); a < 1e-2 || l < 1e-2 {
		t.Errorf("on the way: found gradients of %v in alpha and %v in lambda, want larger ones", a, l)
	}
	if _, g, _, _ := gradients(t, f, variational.Spread([]float64{1}, len(docs)*k)); g < 1e-2 {
		t.Errorf("at gammas of 1: found a gradient of %v in them, want a larger one", g)
	}
	step(800)
	a, g, l, e := gradients(t, f, gamma())
	t.Logf("alpha %v, eta %v; largest gradients %.2g in log alpha, %.2g in log gamma, %.2g in log lambda, %.2g in log eta", f.alpha, f.eta, a, g, l, e)
	if max(a, g, l, e) > 1e-6 {
		t.Error("the gradient does not vanish")
	}
}
