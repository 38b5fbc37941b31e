package variational

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distmv"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda"
)

// drawDocuments draws documents of topics with the words in a table [V, K].
func drawDocuments(seed uint64, n, length, v int, alpha, table []float64) []lda.Bag {
	r, k := graph.Rand(seed, "test"), len(alpha)
	pick := func(weight func(i int) float64, n int) int {
		var sum float64
		for i := range n {
			sum += weight(i)
		}
		u := r.Float64() * sum
		for i := range n {
			if u -= weight(i); u < 0 {
				return i
			}
		}
		return n - 1
	}
	prior := distmv.NewDirichlet(alpha, r)
	docs := make([]lda.Bag, n)
	for d := range docs {
		theta := prior.Rand(nil)
		tokens := make([]int, length)
		for i := range tokens {
			j := pick(func(j int) float64 { return theta[j] }, k)
			tokens[i] = pick(func(w int) float64 { return table[w*k+j] }, v)
		}
		docs[d] = lda.BagOf(tokens)
	}
	return docs
}

// naive is Predict by its definition, document by document.
func naive(t rapid.TB, c Completion, alpha []float64, until graph.Convergence) (p Prediction, nowhereElse int) {
	t.Helper()
	v, k := c.Table.Shape()[0], len(alpha)
	lambda := graph.Float64s(c.Table)
	totals := make([]float64, k)
	for i, x := range lambda {
		totals[i%k] += x
	}
	logBeta := graph.Zero(graph.Float64, v, k)
	for i, x := range lambda {
		if logBeta.Float64s()[i] = math.Log(x / totals[i%k]); c.Kind == lda.Dirichlet {
			logBeta.Float64s()[i] = mathext.Digamma(x) - mathext.Digamma(totals[i%k])
		}
	}
	topics := graph.ToLikelihoods(logBeta.Clone().(*tensor.Dense))
	gammaOf := func(b Block) []float64 {
		e := NewEStep(layers.Fused, until)
		x, err := e.Infer(b, topics, alpha, e.Start(c.Kind, b, alpha))
		if err != nil {
			t.Fatal(err)
		}
		return x.Gamma
	}
	p.Shares = make([]float64, k)
	b := NewBlock(c.Docs, v)
	known, hidden := c.deal(b)
	gammas, owns := gammaOf(known), gammaOf(b)
	for d := range c.Docs {
		gamma, own := gammas[d*k:(d+1)*k], owns[d*k:(d+1)*k]
		for i := b.Docs.Start[d]; i < b.Docs.Start[d+1]; i++ {
			w := b.Docs.Index[i]
			shares := make([]float64, k)
			for j := range shares {
				shares[j] = math.Exp(mathext.Digamma(own[j]) + logBeta.Float64s()[w*k+j])
			}
			norm, elsewhere := total(shares), total(lambda[w*k:(w+1)*k])-b.Docs.Value[i]
			if c.Fitted && elsewhere < 1e-6*b.Docs.Value[i] {
				nowhereElse++
				continue
			}
			phi, likelihood := make([]float64, k), 0.0
			for j := range phi {
				n, of := lambda[w*k+j], totals[j]
				if c.Fitted {
					n, of = n-b.Docs.Value[i]*shares[j]/norm, of-own[j]+alpha[j]
				}
				if n > 0 && of >= 1 {
					phi[j] = n / of
				}
				likelihood += phi[j] * gamma[j]
			}
			if hidden[i] == 0 || likelihood == 0 {
				continue
			}
			p.LogProb += hidden[i] * math.Log(likelihood/total(gamma))
			p.Weight += hidden[i] / total(gamma)
			for j := range phi {
				p.Shares[j] += hidden[i] * phi[j] / likelihood
			}
		}
	}
	return p, nowhereElse
}

// A document is predicted by its known half, and where it is fitted by topics without
// its own words; words that are nowhere else are not, under point topics.
func TestPredict(t *testing.T) {
	until := graph.Convergence{Iterations: 20, Tolerance: 1e-9}
	const v, k = 12, 3
	start := RandomLambda(4, graph.Float64, v, k)
	docs := drawDocuments(3, 9, 25, v, []float64{0.2, 0.5, 0.9}, start.Float64s())
	docs = append(docs, lda.Bag{}, lda.Bag{IDs: []int{2, v}, Counts: []float64{2.5, 3}}) // the last word is its alone
	alpha := []float64{0.3, 0.1, 0.7}
	for _, kind := range []lda.Kind{lda.Point, lda.Dirichlet} {
		for _, dt := range []tensor.Dtype{graph.Float64, graph.Float32} {
			for _, fitted := range []bool{false, true} {
				table := graph.Zero(dt, v+1, k)
				logs := graph.Zero(graph.Float64, v+1, k)
				for i := range logs.Float64s() {
					logs.Float64s()[i] = math.Log(1 + float64(i*7%5))
				}
				e := NewEStep(layers.Fused, until)
				b := NewBlock(docs, v+1)
				counts := graph.Zero(graph.Float64, v+1, k)
				if _, err := e.Expect(b, graph.ToLikelihoods(logs), alpha, e.Start(kind, b, alpha), Statistics{Counts: counts}); err != nil {
					t.Fatal(err)
				}
				SetRows(table, func(w int, row []float64) {
					for j := range row {
						if row[j] = counts.Float64s()[w*k+j]; kind == lda.Dirichlet {
							row[j] += 0.1
						}
					}
				})
				c := Completion{Kind: kind, Table: table, Docs: docs, Fitted: fitted, Seed: 5, Step: 2}
				got, err := e.Predict(c, alpha)
				if err != nil {
					t.Fatal(err)
				}
				want, nowhereElse := naive(t, c, alpha, until)
				if (nowhereElse > 0) != (fitted && kind == lda.Point) {
					t.Fatalf("%d words are nowhere else", nowhereElse)
				}
				eps := 1e-8
				if dt == graph.Float32 {
					eps = 1e-3
				}
				requireClose(t, "log-likelihood and weight", []float64{got.LogProb, got.Weight}, []float64{want.LogProb, want.Weight}, eps)
				requireClose(t, "shares", got.Shares, want.Shares, eps)
			}
		}
	}
}

// A topic of which nothing is expected predicts nothing, and its alpha stays a number.
func TestPredictWithAnEmptyTopic(t *testing.T) {
	table := graph.FromFloat64s(graph.Float64, []float64{3, 0, 4, 0, 5, 0}, 3, 2)
	docs := []lda.Bag{lda.BagOf([]int{0, 0, 1, 1, 2}), lda.BagOf([]int{1, 1, 2, 2, 2, 2, 0})}
	for _, fitted := range []bool{false, true} {
		p, err := NewEStep(layers.Fused, graph.Convergence{Iterations: 5}).Predict(Completion{Kind: lda.Point, Table: table, Docs: docs, Fitted: fitted}, []float64{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range p.Learn([]float64{1, 1}) {
			if !(a > 0) || math.IsInf(a, 1) {
				t.Errorf("found an alpha of %v", a)
			}
		}
	}
}

// Both halves together are the document, whatever its counts, and each is half of it
// but for chance; another step deals anew.
func TestDeal(t *testing.T) {
	docs := []lda.Bag{{IDs: []int{0, 3, 4}, Counts: []float64{1, 10000, 2.25}}, {}, {IDs: []int{3}, Counts: []float64{0.5}}}
	b := NewBlock(docs, 5)
	c := Completion{Seed: 9}
	known, hidden := c.deal(b)
	if _, again := c.deal(b); !slices.Equal(again, hidden) {
		t.Errorf("dealt twice: %v and %v", hidden, again)
	}
	sum := make([]float64, len(hidden))
	copy(sum, hidden)
	for d := range docs {
		for i := known.Docs.Start[d]; i < known.Docs.Start[d+1]; i++ {
			for j := b.Docs.Start[d]; j < b.Docs.Start[d+1]; j++ {
				if b.Docs.Index[j] == known.Docs.Index[i] {
					sum[j] += known.Docs.Value[i]
				}
			}
		}
	}
	if diff := cmp.Diff(b.Docs.Value, sum); diff != "" {
		t.Errorf("the halves together (-want +got):\n%s", diff)
	}
	var mean, square float64
	const n = 2000
	for step := range uint64(n) {
		_, hidden := Completion{Seed: 9, Step: step}.deal(b)
		mean += hidden[1] / n
		square += (hidden[1] - 5000) * (hidden[1] - 5000) / n
		for i, h := range hidden {
			if h < 0 || h > b.Docs.Value[i] {
				t.Fatalf("%v of %v are hidden", h, b.Docs.Value[i])
			}
		}
	}
	// Binomial: mean 5000, variance 2500, each within five standard errors.
	if math.Abs(mean-5000) > 5*50/math.Sqrt(n) || math.Abs(square-2500) > 5*2500*math.Sqrt(2.0/n) {
		t.Errorf("found a mean of %v and a variance of %v, want 5000 and 2500", mean, square)
	}
}

// By turns all documents are in a sample, each as often as the others.
func TestSample(t *testing.T) {
	for _, n := range []int{0, 1, sampleSize, sampleSize + 1, 5*sampleSize + 3} {
		docs := make([]lda.Bag, n)
		for d := range docs {
			docs[d].IDs = []int{d}
		}
		turns := max(1, (n+sampleSize-1)/sampleSize)
		var all []int
		for step := range turns {
			sample := Sample(docs, 3*turns+step)
			if len(sample) > sampleSize {
				t.Errorf("a sample of %d has %d documents", n, len(sample))
			}
			for _, doc := range sample {
				all = append(all, doc.IDs[0])
			}
		}
		slices.Sort(all)
		if len(all) != n || len(slices.Compact(all)) != n {
			t.Errorf("samples of %d documents have %d", n, len(all))
		}
	}
}
