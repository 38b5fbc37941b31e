package unigram

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestFitByHand(t *testing.T) {
	// 5 words and 2 ends: a 3 times, b twice, </s> twice, unseen 0 times.
	m := Fit([][]string{{"a", "b", "a"}, {"b", "a"}})
	for _, c := range []struct {
		sentence []string
		want     float64 // probability times 11 for each token
	}{
		{nil, 3.0 / 11},
		{[]string{"a"}, 4.0 / 11 * 3 / 11},
		{[]string{"b", "a"}, 3.0 / 11 * 4 / 11 * 3 / 11},
		{[]string{"c", "b"}, 1.0 / 11 * 3 / 11 * 3 / 11},
	} {
		if got := m.LogProb(c.sentence); math.Abs(got-math.Log(c.want)) > 1e-12 {
			t.Errorf("LogProb(%q) = %v, want log %v", c.sentence, got, c.want)
		}
	}
}

// The probabilities of all sentences, unseen words being one outcome, sum to
// 1: those of up to n words sum to 1 - (1 - p(</s>))^(n+1).
func TestProbabilitiesSumToOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sentences := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 3), 0, 6), 0, 8).Draw(t, "sentences")
		m := Fit(sentences)
		seen := map[int]bool{}
		for _, s := range sentences {
			for _, w := range s {
				seen[w] = true
			}
		}
		outcomes := []int{-1}
		for w := range seen {
			outcomes = append(outcomes, w)
		}
		const n = 3
		var sum float64
		var visit func([]int)
		visit = func(s []int) {
			sum += math.Exp(m.LogProb(s))
			if len(s) == n {
				return
			}
			for _, w := range outcomes {
				visit(append(s[:len(s):len(s)], w))
			}
		}
		visit(nil)
		end := math.Exp(m.LogProb(nil))
		if want := 1 - math.Pow(1-end, n+1); math.Abs(sum-want) > 1e-12 {
			t.Errorf("sentences of up to %d words sum to %v, want %v", n, sum, want)
		}
	})
}
