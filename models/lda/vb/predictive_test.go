package vb

import (
	"testing"

	"arbelos/models/lda"
	"arbelos/models/lda/ldatest"
	"arbelos/models/lda/variational"
)

func TestPredictiveAlphaPredicts(t *testing.T) {
	ldatest.CheckPredictive(t, false, func(t *testing.T, docs []lda.Bag, v int, learn variational.Learning) (*lda.Model, lda.Inferrer) {
		o := DefaultOptions(20)
		o.LearnAlpha, o.Alpha = learn, variational.Spread(o.Alpha, o.Topics)
		f := mustNew(t, docs, v, o)
		for range 15 {
			mustStep(t, f)
		}
		i, err := variational.NewInferrer(f.Model(), o.Ops, o.Until)
		if err != nil {
			t.Fatal(err)
		}
		return f.Model(), i
	})
}
