package ldatest

import (
	"math"
	"slices"
	"testing"

	"arbelos/models/lda"
)

// The topics themselves, in another order, match; one that is missing does not.
func TestMatch(t *testing.T) {
	truth := BarsTopics()
	m := &lda.Model{Topics: lda.Topics{K: 10, V: 25}}
	for i := range truth {
		m.Topics.Values = append(m.Topics.Values, truth[(i+3)%10]...)
	}
	for i, d := range Match(truth, m) {
		if d > 1e-15 {
			t.Errorf("topic %d is off by %v", i, d)
		}
	}
	copy(m.Topics.Row(0), m.Topics.Row(1)) // topic 3 gives way to topic 4
	got := Match(truth, m)
	if slices.Max(got) != got[3] || math.Abs(got[3]-1) > 1e-15 { // it shares no word with another row
		t.Errorf("got %v", got)
	}
}

func TestBarsWordsAreEvenlySpread(t *testing.T) {
	docs := Bars(t)
	counts := make([]float64, 25)
	for _, doc := range docs {
		for i, id := range doc.IDs {
			counts[id] += doc.Counts[i]
		}
	}
	for w, n := range counts { // each word is in 2 of 10 topics, at a fifth of each
		if math.Abs(n-2000) > 400 {
			t.Errorf("word %d has %v tokens, want about 2000", w, n)
		}
	}
}
