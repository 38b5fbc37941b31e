package perplexity

import "math"

// Tally sums the log-probabilities of sentences, in nats, and counts what they
// are spread over. A sentence's log-probability includes that of its end: the
// two perplexities differ only in whether </s> counts as a token. The zero
// value is an empty tally.
type Tally struct {
	LogProb   float64
	Sentences int
	Words     int // punctuation included, </s> not
}

// Of tallies sentences under a model that gives a sentence its log-probability.
func Of[W any](sentences [][]W, logProb func([]W) float64) Tally {
	var t Tally
	for _, s := range sentences {
		t.Add(logProb(s), len(s))
	}
	return t
}

// Add counts one sentence of so many words.
func (t *Tally) Add(logProb float64, words int) {
	t.LogProb += logProb
	t.Sentences++
	t.Words += words
}

// WithEnd returns exp(-log p / (words + sentences)): each sentence of T words
// is T+1 tokens. It is NaN for an empty tally and +Inf where a sentence has
// probability 0.
func (t Tally) WithEnd() float64 { return math.Exp(-t.LogProb / float64(t.Words+t.Sentences)) }

// WithoutEnd returns exp(-log p / words), which is larger. See [Tally.WithEnd].
func (t Tally) WithoutEnd() float64 { return math.Exp(-t.LogProb / float64(t.Words)) }
