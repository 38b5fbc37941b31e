package variational

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/models/lda"
)

// halves are documents of which the expected counts of the known halves are given.
type halves struct {
	block  Block
	words  []int // of its columns
	hidden []float64
	table  *tensor.Dense // [V, K]
	totals []float64
	known  [][]float64 // [D, K]
}

func drawHalves(t *rapid.T) halves {
	v, k := rapid.IntRange(1, 6).Draw(t, "words"), rapid.IntRange(1, 5).Draw(t, "topics")
	positive := func(name string, n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = math.Exp(rapid.Float64Range(-4, 3).Draw(t, name))
		}
		return x
	}
	docs := make([]lda.Bag, rapid.IntRange(1, 5).Draw(t, "documents"))
	h := halves{table: graph.FromFloat64s(graph.Float64, positive("counts", v*k), v, k), totals: make([]float64, k)}
	for d := range docs {
		docs[d] = lda.BagOf(rapid.SliceOfN(rapid.IntRange(0, v-1), 1, 9).Draw(t, "tokens"))
		h.known = append(h.known, positive("known", k))
	}
	h.block, h.words = NumberedBlock(docs, v)
	h.hidden = slices.Clone(h.block.Docs.Value)
	for i, c := range h.table.Float64s() {
		h.totals[i%k] += c
	}
	return h
}

// logProb is L by its definition.
func (h halves) logProb(alpha []float64) (sum float64) {
	k := len(alpha)
	for d, n := range h.known {
		for i := h.block.Docs.Start[d]; i < h.block.Docs.Start[d+1]; i++ {
			var p float64
			for j, a := range alpha {
				p += h.table.Float64s()[h.words[h.block.Docs.Index[i]]*k+j] / h.totals[j] * (n[j] + a) / (total(n) + total(alpha))
			}
			sum += h.hidden[i] * math.Log(p)
		}
	}
	return sum
}

func (h halves) predict(alpha []float64) Prediction {
	var gamma []float64
	for _, n := range h.known {
		for j, a := range alpha {
			gamma = append(gamma, n[j]+a)
		}
	}
	p := Prediction{Shares: make([]float64, len(alpha))}
	p.add(predictor{table: h.table, totals: h.totals, block: h.block, words: h.words, hidden: h.hidden, alpha: alpha, gamma: gamma})
	return p
}

// Shares less weight are the gradient of L, and it is the L of the definition.
func TestPredictionGradient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawHalves(t)
		alpha := drawAlpha(t, len(h.totals))
		p := h.predict(alpha)
		requireClose(t, "log-likelihood", []float64{p.LogProb}, []float64{h.logProb(alpha)}, 1e-10)
		got := make([]float64, len(alpha))
		for k, s := range p.Shares {
			got[k] = s - p.Weight
		}
		want := fd.Gradient(nil, h.logProb, alpha, &fd.Settings{Formula: fd.Central, Step: 1e-4 * slices.Min(alpha)})
		requireClose(t, "gradient", got, want, 1e-5)
	})
}

// A step never lowers L, be alpha one number or K, and nor does a part of a step; many
// lead to where no L nearby is higher.
func TestPredictionLearn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawHalves(t)
		k := len(h.totals)
		alpha := drawAlpha(t, k)
		if rapid.Bool().Draw(t, "symmetric") {
			alpha = alpha[:1]
		}
		before := h.logProb(Spread(alpha, k))
		for range 20 {
			p := h.predict(Spread(alpha, k))
			for _, next := range [][]float64{p.Learn(alpha), p.Move(alpha, rapid.Float64Range(0, 1).Draw(t, "rho"))} {
				if len(next) != len(alpha) {
					t.Fatalf("found %d numbers, want %d", len(next), len(alpha))
				}
				if after := h.logProb(Spread(next, k)); after < before-1e-10*math.Abs(before)-1e-12 {
					t.Fatalf("from %v to %v the log-likelihood falls from %v to %v", alpha, next, before, after)
				}
			}
			alpha = p.Learn(alpha)
			before = h.logProb(Spread(alpha, k))
		}
	})
}

// Nothing to predict leaves alpha as it is, and a topic that predicts nothing keeps a
// little.
func TestPredictionLearnKeepsAlphaPositive(t *testing.T) {
	if got := (Prediction{Shares: make([]float64, 2)}).Learn([]float64{0.5, 2}); !slices.Equal(got, []float64{0.5, 2}) {
		t.Errorf("of nothing: found %v", got)
	}
	if got := (Prediction{Shares: []float64{4, 0}, Weight: 2}).Learn([]float64{0.5, 2}); !slices.Equal(got, []float64{1, leastPrior}) {
		t.Errorf("found %v, want 1 and %v", got, leastPrior)
	}
}

// Of documents drawn with a known alpha, that alpha is the best to predict with.
func TestPredictionFindsAlpha(t *testing.T) {
	want := []float64{0.1, 1, 0.3, 2}
	const v, length = 40, 60
	k := len(want)
	table := graph.Zero(graph.Float64, v, k)
	for w := range v {
		for j := range k {
			table.Float64s()[w*k+j] = 1
			if w%k == j { // a topic has 99 of 100 words to itself
				table.Float64s()[w*k+j] = 297
			}
		}
	}
	docs := drawDocuments(8, 2000, length, v, want, table.Float64s())
	e := NewEStep("fused", graph.Convergence{Iterations: 100, Tolerance: 1e-4})
	alpha := Spread([]float64{0.5}, k)
	for step := range 100 {
		p, err := e.Predict(Completion{Kind: lda.Point, Table: table, Docs: docs, Seed: 1, Step: uint64(step % 2)}, alpha)
		if err != nil {
			t.Fatal(err)
		}
		alpha = p.Learn(alpha)
	}
	t.Logf("alpha %.3f", alpha)
	for j, a := range alpha {
		if math.Abs(a-want[j]) > 0.2*want[j] {
			t.Errorf("found alpha %v, want %v", alpha, want)
			break
		}
	}
}
