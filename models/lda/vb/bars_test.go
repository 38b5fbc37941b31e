package vb

import (
	"testing"

	"arbelos/models/lda/ldatest"
	"arbelos/models/lda/variational"
)

// All ten topics come back, from whatever start.
func TestFitRecoversBars(t *testing.T) {
	docs := ldatest.Bars(t)
	for seed := range uint64(3) {
		for _, learn := range []variational.Learning{variational.Fixed, variational.ByBound, variational.Predictive} {
			o := DefaultOptions(10)
			o.Seed, o.LearnAlpha, o.LearnEta = seed, learn, learn != variational.Fixed
			f := mustNew(t, docs, 25, o)
			for range 60 {
				mustStep(t, f)
			}
			for i, d := range ldatest.Match(ldatest.BarsTopics(), f.Model()) {
				if d >= 0.1 {
					t.Errorf("seed %d, alpha learned by %q: topic %d is off by a total variation of %.3f", seed, learn, i, d)
				}
			}
		}
	}
}
