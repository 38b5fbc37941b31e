package vem

import (
	"testing"

	"arbelos/models/lda"
	"arbelos/models/lda/ldatest"
	"arbelos/models/lda/variational"
)

func TestPredictiveAlphaPredicts(t *testing.T) {
	ldatest.CheckPredictive(t, true, func(t *testing.T, docs []lda.Bag, v int, learn variational.Learning) (*lda.Model, lda.Inferrer) {
		o := DefaultOptions(20)
		o.LearnAlpha, o.Alpha = learn, variational.Spread([]float64{1.0 / 20}, o.Topics)
		f := mustNew(t, docs, v, o)
		run(t, f, 15)
		i, err := variational.NewInferrer(f.Model(), o.Ops, o.Until)
		if err != nil {
			t.Fatal(err)
		}
		return f.Model(), i
	})
}
