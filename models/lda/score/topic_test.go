package score

import (
	"testing"

	"arbelos/models/lda"
)

func TestTopics(t *testing.T) {
	m := &lda.Model{Topics: lda.Topics{K: 3, V: 4, Values: []float64{
		0.25, 0.25, 0.25, 0.25,
		0.5, 0.5, 0, 0,
		0, 0, 0, 1,
	}}}
	theta := [][]float64{{1, 0, 0}, {0.5, 0.25, 0.25}}
	docs := []lda.Bag{lda.BagOf([]int{0}), lda.BagOf([]int{1, 1, 3})}
	got := Topics(m, theta, docs, 2)
	for k, want := range []Topic{
		{Share: (1 + 3*0.5) / 4, EffectiveWords: 4, Exclusivity: 1.0 / 3},
		{Share: 3 * 0.25 / 4, EffectiveWords: 2, Exclusivity: 2.0 / 3},
		{Share: 3 * 0.25 / 4, EffectiveWords: 1, Exclusivity: 0.8 / 2}, // its second word has probability 0
	} {
		requireNear(t, "share", got[k].Share, want.Share)
		requireNear(t, "effective words", got[k].EffectiveWords, want.EffectiveWords)
		requireNear(t, "exclusivity", got[k].Exclusivity, want.Exclusivity)
	}
	empty := Topics(m, theta, make([]lda.Bag, 2), 2)
	requireNear(t, "share without tokens", empty[0].Share, 0.75)
}
