package vb

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
	known, hidden := ldatest.Halves(held)
	perplexity := map[variational.Learning]float64{}
	for _, learn := range []variational.Learning{variational.Fixed, variational.ByBound, variational.Predictive} {
		o := DefaultOptions(20)
		o.LearnAlpha, o.Alpha = learn, variational.Spread(o.Alpha, o.Topics)
		f := mustNew(t, fitted, v, o)
		for range 15 {
			mustStep(t, f)
		}
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
