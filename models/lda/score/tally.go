package score

import "math"

// Tally is the log-probability of held-out tokens under a model, in nats.
type Tally struct {
	LogProb float64
	Tokens  float64
	// Impossible is how many of the tokens have probability 0, which makes LogProb
	// -Inf: words that no topic of the document has.
	Impossible float64
}

// PerToken returns LogProb / Tokens, NaN without tokens.
func (t Tally) PerToken() float64 { return t.LogProb / t.Tokens }

// Perplexity returns exp(-LogProb / Tokens): of a uniform model the number of words, of
// a model for which a token is impossible +Inf, without tokens NaN.
func (t Tally) Perplexity() float64 { return math.Exp(-t.PerToken()) }

func (t *Tally) add(p, tokens float64) {
	t.Tokens += tokens
	if p > 0 {
		t.LogProb += tokens * math.Log(p)
	} else {
		t.LogProb = math.Inf(-1)
		t.Impossible += tokens
	}
}
