package vem

import (
	"testing"

	"arbelos/models/lda"
	"arbelos/models/lda/ldatest"
	"arbelos/models/lda/score"
	"arbelos/models/lda/variational"
)

// An alpha that is learned to predict predicts documents that were not fitted better
// than the one that it begins with, and than one that is learned by the bound.
func TestPredictiveAlphaPredicts(t *testing.T) {
	docs, v := ldatest.AP(t)
	var fitted, held []lda.Bag
	for d, doc := range docs {
		switch d % 10 {
		case 0, 4, 7:
			fitted = append(fitted, doc)
		case 1:
			held = append(held, doc)
		}
	}
	known, hidden := ldatest.Halves(only(fitted, held))
	perplexity := map[variational.Learning]float64{}
	for _, learn := range []variational.Learning{variational.Fixed, variational.ByBound, variational.Predictive} {
		o := DefaultOptions(20)
		o.LearnAlpha, o.Alpha = learn, variational.Spread([]float64{1.0 / 20}, o.Topics)
		f := mustNew(t, fitted, v, o)
		run(t, f, 15)
		i, err := variational.NewInferrer(f.Model(), o.Ops, o.Until)
		if err != nil {
			t.Fatal(err)
		}
		tally, err := score.Completion(f.Model(), i, known, hidden)
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

// only leaves the words out that no fitted document has: they are impossible, whatever
// alpha is.
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
