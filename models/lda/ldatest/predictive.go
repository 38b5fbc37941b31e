package ldatest

import (
	"testing"

	"arbelos/models/lda"
	"arbelos/models/lda/score"
	"arbelos/models/lda/variational"
)

// CheckPredictive fails unless an alpha that is learned to predict predicts documents
// that were not fitted better than one that is fixed, and than one that is learned by the
// bound. fit fits documents over v words in 20 topics, all alphas beginning at the same
// number. Where topics have no prior, words that no fitted document has are to be left
// out: they are impossible, whatever alpha is.
func CheckPredictive(t *testing.T, leaveOut bool, fit func(t *testing.T, docs []lda.Bag, v int, learn variational.Learning) (*lda.Model, lda.Inferrer)) {
	t.Helper()
	docs, v := AP(t)
	var fitted, held []lda.Bag
	for d, doc := range docs {
		switch d % 10 {
		case 0, 4, 7:
			fitted = append(fitted, doc)
		case 1:
			held = append(held, doc)
		}
	}
	if leaveOut {
		held = only(fitted, held)
	}
	known, hidden := halves(held)
	perplexity := map[variational.Learning]float64{}
	for _, learn := range []variational.Learning{variational.Fixed, variational.ByBound, variational.Predictive} {
		m, inferrer := fit(t, fitted, v, learn)
		tally, err := score.Completion(m, inferrer, known, hidden)
		if err != nil {
			t.Fatal(err)
		}
		perplexity[learn] = tally.Perplexity()
	}
	t.Logf("perplexities %v", perplexity)
	if best := perplexity[variational.Predictive]; !(best < 0.99*perplexity[variational.Fixed] && best < 0.99*perplexity[variational.ByBound]) {
		t.Errorf("found perplexities %v, want that of an alpha learned to predict to be the best by a hundredth", perplexity)
	}
}

// only leaves the words out that no fitted document has.
func only(fitted, docs []lda.Bag) []lda.Bag {
	has := map[int]bool{}
	for _, doc := range fitted {
		for _, w := range doc.IDs {
			has[w] = true
		}
	}
	kept := make([]lda.Bag, len(docs))
	for d, doc := range docs {
		for i, w := range doc.IDs {
			if has[w] {
				kept[d].IDs, kept[d].Counts = append(kept[d].IDs, w), append(kept[d].Counts, doc.Counts[i])
			}
		}
	}
	return kept
}

// halves deals the tokens of documents of whole counts, in the order of their words, in
// turn: what a model knows of them, and what it is to predict.
func halves(docs []lda.Bag) (known, hidden []lda.Bag) {
	for _, doc := range docs {
		var half [2][]int
		n := 0
		for i, w := range doc.IDs {
			for range int(doc.Counts[i]) {
				half[n%2] = append(half[n%2], w)
				n++
			}
		}
		known, hidden = append(known, lda.BagOf(half[0])), append(hidden, lda.BagOf(half[1]))
	}
	return known, hidden
}
