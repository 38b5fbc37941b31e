package lda

import (
	"fmt"
	"math"
)

// Model is a fitted topic model: what it takes to infer the topics of documents
// and to name the words of topics, whichever method fitted it.
type Model struct {
	// Alpha [K] is the Dirichlet prior of a document's topic proportions theta,
	// all positive.
	Alpha []float64
	// Eta is the Dirichlet prior of a topic's word distribution phi: one number
	// for all words, or V of them, all positive; empty where the method gives
	// topics no prior. Papers on Gibbs sampling call it beta.
	Eta []float64
	// Topics [K, V] is what is known of phi.
	Topics Topics
}

// K returns the number of topics.
func (m *Model) K() int { return m.Topics.K }

// V returns the number of words.
func (m *Model) V() int { return m.Topics.V }

// Check returns a [*ModelError] unless the sizes agree, priors are positive, and
// topics are what their kind says. Who loads a model from a file calls it before
// anything else does.
func (m *Model) Check() error {
	t := m.Topics
	if t.K < 1 || t.V < 1 || len(t.Values)%t.K != 0 || len(t.Values)/t.K != t.V {
		return &ModelError{Found: fmt.Sprintf("%d numbers for %d topics and %d words", len(t.Values), t.K, t.V), Expected: "as many as topics times words, at least one"}
	}
	if len(m.Alpha) != t.K {
		return &ModelError{Found: fmt.Sprintf("alpha of %d", len(m.Alpha)), Expected: fmt.Sprintf("alpha of %d, one for each topic", t.K)}
	}
	if n := len(m.Eta); n > 1 && n != t.V {
		return &ModelError{Found: fmt.Sprintf("eta of %d", n), Expected: fmt.Sprintf("eta of none, 1 or %d, the number of words", t.V)}
	}
	for k, a := range m.Alpha {
		if !positive(a) {
			return &ModelError{Found: fmt.Sprintf("alpha[%d] = %v", k, a), Expected: "a finite number above 0"}
		}
	}
	for w, e := range m.Eta {
		if !positive(e) {
			return &ModelError{Found: fmt.Sprintf("eta[%d] = %v", w, e), Expected: "a finite number above 0"}
		}
	}
	return t.check()
}

func positive(x float64) bool { return x > 0 && !math.IsInf(x, 1) }
