package perplexity

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A model that gives each of V tokens, </s> among them, probability 1/V has
// perplexity V with the end counted, and V^((T+1)/T) without it where all
// sentences have T words.
func TestUniformModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.IntRange(2, 50000).Draw(t, "v")
		n := rapid.IntRange(1, 40).Draw(t, "words")
		sentences := make([][]int, rapid.IntRange(1, 30).Draw(t, "sentences"))
		for i := range sentences {
			sentences[i] = make([]int, n)
		}
		tally := Of(sentences, func(s []int) float64 { return -float64(len(s)+1) * math.Log(float64(v)) })
		with, without := float64(v), math.Pow(float64(v), float64(n+1)/float64(n))
		if got := tally.WithEnd(); math.Abs(got-with) > 1e-9*with {
			t.Errorf("with </s>: %v, want %v", got, with)
		}
		if got := tally.WithoutEnd(); math.Abs(got-without) > 1e-9*without {
			t.Errorf("without </s>: %v, want %v", got, without)
		}
	})
}

// Tokens are pooled over sentences: it is no mean of sentences' perplexities.
func TestTokensArePooled(t *testing.T) {
	var tally Tally
	tally.Add(math.Log(0.5), 1)
	tally.Add(math.Log(0.125), 3)
	if got, want := tally.WithoutEnd(), 2.0; math.Abs(got-want) > 1e-12 {
		t.Errorf("without </s>: %v, want %v", got, want)
	}
	if got, want := tally.WithEnd(), math.Pow(16, 1.0/6); math.Abs(got-want) > 1e-12 {
		t.Errorf("with </s>: %v, want %v", got, want)
	}
}

func TestExtremes(t *testing.T) {
	var tally Tally
	if got := tally.WithEnd(); !math.IsNaN(got) {
		t.Errorf("empty tally: %v, want NaN", got)
	}
	tally.Add(math.Inf(-1), 3)
	if got := tally.WithEnd(); !math.IsInf(got, 1) {
		t.Errorf("impossible sentence: %v, want +Inf", got)
	}
}
