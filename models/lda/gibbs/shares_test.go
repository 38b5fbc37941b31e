package gibbs

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"

	"arbelos/graph"
	"arbelos/models/lda"
)

// The logarithm of a gamma variate has mean digamma(shape) and variance
// trigamma(shape), shapes near 0 included.
func TestLogGamma(t *testing.T) {
	for i, shape := range []float64{1e-3, 0.1, 0.7, 1, 2.5, 40, 1e6} {
		rng := graph.Rand(1, "log gamma", uint64(i))
		x := make([]float64, 100000)
		for j := range x {
			x[j] = logGamma(rng, shape)
		}
		mean, variance := stat.MeanVariance(x, nil)
		want := mathext.Digamma(shape)
		trigamma := mathext.Zeta(2, shape)
		if math.Abs(mean-want) > 4*math.Sqrt(trigamma/float64(len(x))) {
			t.Errorf("shape %v: mean %v, want %v", shape, mean, want)
		}
		if math.Abs(variance/trigamma-1) > 0.06 {
			t.Errorf("shape %v: variance %v, want %v", shape, variance, trigamma)
		}
	}
}

// Shares sum to 1 over blocks, and are on average those of the tokens and priors.
func TestDrawShares(t *testing.T) {
	docs := []lda.Bag{lda.BagOf([]int{0, 0, 1, 2, 3, 3, 3}), lda.BagOf([]int{4, 1})}
	s, err := New(docs, 6, Options{Topics: 2, Alpha: []float64{1}, Beta: []float64{0.5}, Blocks: 3})
	if err != nil {
		t.Fatal(err)
	}
	const draws = 20000
	first := make([]float64, draws) // of block 1, topic 0
	for i := range draws {
		s.sweep = i
		shares := s.drawShares(i % 3)
		for k := range 2 {
			if total := shares[0][k] + shares[1][k] + shares[2][k]; math.Abs(total-1) > 1e-12 {
				t.Fatalf("shares of topic %d sum to %v", k, total)
			}
		}
		first[i] = shares[1][0]
	}
	a := s.nk[1][0] + s.betaSum[1]
	all := s.topicTotals()[0] + 6*0.5
	want := a / all
	deviation := math.Sqrt(want * (1 - want) / (all + 1) / draws)
	if mean := stat.Mean(first, nil); math.Abs(mean-want) > 4*deviation {
		t.Errorf("mean share %v, want %v within 4 times %v", mean, want, deviation)
	}
}

// Priors far below what gamma variates can be told apart at still give shares.
func TestSharesOfTinyPriors(t *testing.T) {
	s, err := New([]lda.Bag{lda.BagOf([]int{0, 1})}, 4, Options{Topics: 3, Alpha: []float64{1}, Beta: []float64{1e-9}, Blocks: 2})
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		s.Sweep(1)
		for _, row := range s.drawShares(0) {
			for _, share := range row {
				if !(share >= 0 && share <= 1) {
					t.Fatalf("a share of %v", share)
				}
			}
		}
	}
}
