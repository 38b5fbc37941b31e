package gibbs

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"pgregory.net/rapid"
)

// Sums over histograms are sums over the counts in them.
func TestHistogram(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOf(rapid.IntRange(0, 40)).Draw(t, "counts")
		a := rapid.Float64Range(1e-3, 50).Draw(t, "a")
		var h histogram
		var digammas, logGammas float64
		for _, n := range counts {
			h.add(n)
			digammas += mathext.Digamma(float64(n)+a) - mathext.Digamma(a)
			high, _ := math.Lgamma(float64(n) + a)
			low, _ := math.Lgamma(a)
			logGammas += high - low
		}
		if got := h.digammas(a); math.Abs(got-digammas) > 1e-9*(1+math.Abs(digammas)) {
			t.Fatalf("digammas %v, want %v", got, digammas)
		}
		if got := h.logGammas(a); math.Abs(got-logGammas) > 1e-9*(1+math.Abs(logGammas)) {
			t.Fatalf("log gammas %v, want %v", got, logGammas)
		}
	})
}

// logEvidence is the part of ln p(z | alpha) that depends on alpha.
func logEvidence(alpha []float64, topics []histogram, lengths histogram) float64 {
	total := -lengths.logGammas(sum(alpha))
	for k, h := range topics {
		total += h.logGammas(alpha[k])
	}
	return total
}

// Steps for alpha never lower the likelihood of the topics, and stop where its
// derivative vanishes.
func TestLearnAlpha(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 4).Draw(t, "topics")
		docs := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 9), n, n), 2, 12).Draw(t, "counts")
		topics := make([]histogram, n)
		var lengths histogram
		for _, doc := range docs {
			length := 0
			for k, c := range doc {
				topics[k].add(c)
				length += c
			}
			lengths.add(length)
		}
		alpha := rapid.SliceOfN(rapid.Float64Range(0.01, 5), n, n).Draw(t, "alpha")
		before := logEvidence(alpha, topics, lengths)
		for range 50 {
			learnAlpha(alpha, topics, lengths)
			after := logEvidence(alpha, topics, lengths)
			if after < before-1e-9*(1+math.Abs(before)) {
				t.Fatalf("the likelihood fell from %v to %v", before, after)
			}
			before = after
		}
		for _, a := range alpha {
			if !(a >= leastPrior) {
				t.Fatalf("alpha %v", alpha)
			}
		}
	})

	// Overdispersed counts have a maximum at finite alpha.
	counts := [][]int{{9, 0, 1}, {0, 7, 0}, {4, 0, 0}, {1, 8, 1}, {0, 0, 6}, {10, 1, 0}}
	topics := make([]histogram, 3)
	var lengths histogram
	for _, doc := range counts {
		lengths.add(doc[0] + doc[1] + doc[2])
		for k, c := range doc {
			topics[k].add(c)
		}
	}
	alpha := []float64{1, 1, 1}
	for range 2000 {
		learnAlpha(alpha, topics, lengths)
	}
	for k, a := range alpha {
		if derivative := topics[k].digammas(a) - lengths.digammas(sum(alpha)); math.Abs(derivative) > 1e-9 {
			t.Errorf("derivative in alpha %d is %v at %v", k, derivative, alpha)
		}
	}
}

func TestLearnBeta(t *testing.T) {
	// Three topics over four words.
	counts := [][]int{{9, 0, 1, 0}, {0, 7, 0, 2}, {0, 0, 5, 5}}
	const v = 4
	var h histogram
	totals := make([]float64, len(counts))
	for k, row := range counts {
		for _, n := range row {
			h.add(n)
			totals[k] += float64(n)
		}
	}
	evidence := func(beta float64) float64 {
		total := h.logGammas(beta)
		for _, n := range totals {
			total -= rising(v*beta, n)
		}
		return total
	}
	beta := 1.0
	for range 500 {
		next := learnBeta(beta, h, totals, v)
		if evidence(next) < evidence(beta)-1e-12 {
			t.Fatalf("the likelihood fell from beta %v to %v", beta, next)
		}
		beta = next
	}
	const step = 1e-5
	if derivative := (evidence(beta+step) - evidence(beta-step)) / (2 * step); math.Abs(derivative) > 1e-6 {
		t.Errorf("derivative %v at beta %v", derivative, beta)
	}
}

// A topic that has lost all tokens keeps a prior above 0.
func TestPriorsStayPositive(t *testing.T) {
	alpha := []float64{0.1, 0.1}
	var one, lengths histogram
	one.add(3)
	lengths.add(3)
	for range 100 {
		learnAlpha(alpha, []histogram{one, nil}, lengths)
	}
	if alpha[1] != leastPrior {
		t.Errorf("got %v", alpha)
	}
}
