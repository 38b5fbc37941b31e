package variational

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda"
)

var _ lda.Inferrer = (*Inferrer)(nil)

var closely = graph.Convergence{Iterations: 500, Tolerance: 1e-10}

// drawModel draws a model of either kind over v words.
func drawModel(t *rapid.T, v, k int) *lda.Model {
	m := &lda.Model{Alpha: drawAlpha(t, k), Topics: lda.Topics{K: k, V: v}}
	for range k {
		m.Topics.Values = append(m.Topics.Values, drawAlpha(t, v)...)
	}
	if rapid.Bool().Draw(t, "dirichlet") {
		m.Topics.Kind = lda.Dirichlet
		m.Eta = drawAlpha(t, rapid.SampledFrom([]int{1, v}).Draw(t, "etas"))
		return m
	}
	for j := range k {
		row := m.Topics.Row(j)
		sum := total(row)
		for w := range row {
			row[w] /= sum
		}
	}
	return m
}

func mustInfer(t rapid.TB, m *lda.Model, docs []lda.Bag, until graph.Convergence) (theta [][]float64, bounds []float64) {
	t.Helper()
	i, err := NewInferrer(m, layers.Fused, until)
	if err != nil {
		t.Fatal(err)
	}
	if theta, err = i.Infer(docs); err != nil {
		t.Fatal(err)
	}
	if bounds, err = i.Bounds(docs); err != nil {
		t.Fatal(err)
	}
	return theta, bounds
}

// A row a document, in order; each sums to 1, and that of an empty one is
// alpha / sum alpha.
func TestInferEmptyDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 4, rapid.IntRange(1, 5).Draw(t, "topics"))
		a, b := lda.BagOf([]int{0}), lda.BagOf([]int{3})
		theta, bounds := mustInfer(t, m, []lda.Bag{a, {}, b}, closely)
		if len(theta) != 3 || bounds[1] != 0 {
			t.Fatalf("found %d rows, and a bound of %v for the empty document", len(theta), bounds[1])
		}
		for _, row := range theta {
			if math.Abs(total(row)-1) > 1e-12 {
				t.Fatalf("found a row that sums to %v", total(row))
			}
		}
		requireClose(t, "theta of the empty document", theta[1], lda.DirichletMean(m.Alpha), 1e-15)
	})
}

// A document's topics are gamma / sum gamma, and no mean of its words' columns of phi.
func TestInferAgainstReferenceValues(t *testing.T) {
	g := readGolden(t)
	m := &lda.Model{Alpha: g.VariationalEM.Alpha0, Topics: lda.Topics{K: len(g.VariationalEM.Phi0), V: g.SmoothedVB.Vocab, Values: flat(g.VariationalEM.Phi0)}}
	theta, bounds := mustInfer(t, m, bagsOf(g.SmoothedVB.Counts), closely)
	for d, gamma := range g.VariationalEM.Gamma {
		requireClose(t, "theta", theta[d], lda.DirichletMean(gamma), 1e-6)
	}
	requireClose(t, "bounds", bounds, g.VariationalEM.ELBO, 1e-8)
}

// The same bits twice, alone, in a batch, in another order, with other threads.
func TestInferSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rapid.Check(t, func(t *rapid.T) {
		const v = 12
		m := drawModel(t, v, rapid.IntRange(1, 20).Draw(t, "topics"))
		docs := drawCorpus(t, v)
		until := graph.Convergence{Iterations: 40, Tolerance: 1e-3}
		runtime.GOMAXPROCS(1)
		theta, bounds := mustInfer(t, m, docs, until)
		runtime.GOMAXPROCS(3)
		for d := range docs {
			alone, bound := mustInfer(t, m, docs[d:d+1], until)
			if diff := cmp.Diff(theta[d], alone[0]); diff != "" || bound[0] != bounds[d] {
				t.Fatalf("document %d alone, bounds %v and %v (-batch +alone):\n%s", d, bounds[d], bound[0], diff)
			}
		}
		slices.Reverse(docs)
		backwards, _ := mustInfer(t, m, docs, until)
		slices.Reverse(backwards)
		if diff := cmp.Diff(theta, backwards); diff != "" {
			t.Fatalf("backwards (-want +got):\n%s", diff)
		}
	})
}

// For one word, theta integrates out: the bound of point topics is exact.
func TestBoundsOfOneWord(t *testing.T) {
	m := &lda.Model{Alpha: []float64{0.5, 1.5}, Topics: lda.Topics{K: 2, V: 8}}
	for range 2 {
		m.Topics.Values = append(m.Topics.Values, Spread([]float64{0.125}, 8)...)
	}
	theta, bounds := mustInfer(t, m, []lda.Bag{lda.BagOf([]int{5}), lda.BagOf([]int{1, 2, 2, 7})}, closely)
	// Under topics that are all alike and uniform, each word's likelihood is 1/8 at
	// most, and nothing is learned of theta but noise of the approximation.
	for d, words := range []float64{1, 4} {
		if exact := words * math.Log(0.125); bounds[d] > exact+1e-12 || bounds[d] < exact-0.7*words {
			t.Errorf("document %d: found a bound of %v, want at most %v and near it", d, bounds[d], exact)
		}
		if math.Abs(total(theta[d])-1) > 1e-12 {
			t.Errorf("document %d: theta sums to %v", d, total(theta[d]))
		}
	}
}

// Two topics that are the same, under the same alpha, get the same share.
func TestInferIdenticalTopics(t *testing.T) {
	row := []float64{0.1, 0.2, 0.7}
	m := &lda.Model{Alpha: []float64{0.3, 0.3, 0.1}, Topics: lda.Topics{K: 3, V: 3, Values: slices.Concat(row, row, []float64{0.6, 0.3, 0.1})}}
	theta, _ := mustInfer(t, m, []lda.Bag{lda.BagOf([]int{0, 1, 2, 2})}, closely)
	if theta[0][0] != theta[0][1] || !(theta[0][0] > 0) {
		t.Errorf("found %v", theta[0])
	}
}

// A word that no point topic can give is as good as absent, but for the bound.
func TestInferImpossibleWord(t *testing.T) {
	m := &lda.Model{Alpha: []float64{0.3, 0.2}, Topics: lda.Topics{K: 2, V: 3, Values: []float64{0.1, 0.9, 0, 0.8, 0.2, 0}}}
	theta, bounds := mustInfer(t, m, []lda.Bag{lda.BagOf([]int{0, 2}), lda.BagOf([]int{0}), lda.BagOf([]int{2})}, closely)
	requireClose(t, "theta", theta[0], theta[1], 1e-8)
	requireClose(t, "theta of nothing", theta[2], lda.DirichletMean(m.Alpha), 1e-15)
	if !math.IsInf(bounds[0], -1) || math.IsInf(bounds[1], 0) || !math.IsInf(bounds[2], -1) {
		t.Errorf("found bounds %v", bounds)
	}
}

func TestInferRefuses(t *testing.T) {
	m := &lda.Model{Alpha: []float64{1, 1}, Topics: lda.Topics{K: 2, V: 2, Values: []float64{0.5, 0.5, 0.5, 0.5}}}
	i, err := NewInferrer(m, layers.Fused, closely)
	if err != nil {
		t.Fatal(err)
	}
	for name, doc := range map[string]lda.Bag{
		"word beyond the vocabulary": {IDs: []int{2}, Counts: []float64{1}},
		"negative count":             {IDs: []int{1}, Counts: []float64{-1}},
	} {
		var bag *lda.BagError
		if _, err := i.Infer([]lda.Bag{{}, doc}); !errors.As(err, &bag) || bag.Doc != 1 {
			t.Errorf("%s: found error %v, want a BagError of document 1", name, err)
		}
	}
	m.Alpha = []float64{1, 0}
	if _, err := NewInferrer(m, layers.Fused, closely); !errors.Is(err, lda.ErrModel) {
		t.Errorf("found error %v, want one of the model", err)
	}
}
