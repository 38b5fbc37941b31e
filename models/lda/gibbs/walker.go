package gibbs

import "math/rand/v2"

// frame is the words that a walk over tokens may draw, all or those of one block,
// and what topics make of them.
type frame struct {
	nk      []float64 // n_kb, how many tokens of these words have topic k
	share   []float64 // of the mass of topic k, what these words have
	betaSum float64   // of these words
}

// inverse returns share_kb / (n_kb + sum of beta).
func (f *frame) inverse(k int32) float64 { return f.share[k] / (f.nk[k] + f.betaSum) }

// walker draws tokens. It is the scratch memory of one goroutine.
type walker interface {
	// enter takes up a frame, before any document.
	enter(f *frame)
	// document draws tokens [from, to) of a document, whose words are all of the
	// frame. A token without a topic, which is -1, gets its first.
	document(doc, from, to int, rng *rand.PCG)
}

// uniform returns a number in [0, 1).
func uniform(rng *rand.PCG) float64 { return float64(rng.Uint64()>>11) * 0x1p-53 }
