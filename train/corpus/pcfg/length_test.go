package pcfg

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// P(n words) is the sum over all sentences of n words.
func TestLengthProbsSumSentences(t *testing.T) {
	all := sentences(4)
	rapid.Check(t, func(t *rapid.T) {
		g := randomGrammar(t, true)
		want := make([]float64, 5)
		for _, s := range all {
			want[len(s)] += math.Exp(g.LogProb(s))
		}
		for n, got := range g.LengthProbs(4) {
			if math.Abs(got-want[n]) > 1e-12 {
				t.Errorf("P(%d words) = %v, sentences sum to %v", n, got, want[n])
			}
		}
	})
}

// The distribution's mean is the expected length that validation solves for.
func TestLengthProbsAgreeWithMeanLength(t *testing.T) {
	for _, text := range []string{
		"S -> S S 0.2\nS -> T 0.8\nT : a 1",
		"S -> A S 0.6\nS -> A 0.4\nA : a 1",
		"S -> A B A 0.3\nS -> B 0.7\nA -> B 0.5\nA -> S B 0.1\nA -> T 0.4\nB -> A 0.2\nB -> T T 0.8\nT : a 1",
	} {
		g := parse(t, text)
		var sum, mean float64
		for n, p := range g.LengthProbs(200) {
			sum += p
			mean += float64(n) * p
		}
		if math.Abs(sum-1) > 1e-9 || math.Abs(mean-g.MeanLength()) > 1e-6 {
			t.Errorf("%q: sum %v, mean %v, want 1, %v", text, sum, mean, g.MeanLength())
		}
	}
}

// S -> S S (0.3): P(n) = Catalan(n-1) 0.3^(n-1) 0.7^n.
func TestLengthProbsOfBinaryTrees(t *testing.T) {
	g := parse(t, "S -> S S 0.3\nS -> T 0.7\nT : a 0.25 b 0.75")
	for n, got := range g.LengthProbs(30) {
		if n == 0 {
			if got != 0 {
				t.Errorf("P(no word) = %v, want 0", got)
			}
			continue
		}
		want := math.Exp(logCatalan(n-1) + float64(n-1)*math.Log(0.3) + float64(n)*math.Log(0.7))
		if math.Abs(got-want) > 1e-12*want {
			t.Errorf("P(%d words) = %v, want %v", n, got, want)
		}
	}
}
