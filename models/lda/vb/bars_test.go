package vb

import (
	"testing"

	"arbelos/models/lda/ldatest"
)

// All ten topics come back, from whatever start.
func TestFitRecoversBars(t *testing.T) {
	docs := ldatest.Bars(t)
	for seed := range uint64(3) {
		for _, learn := range []bool{false, true} {
			o := DefaultOptions(10)
			o.Seed, o.LearnAlpha, o.LearnEta = seed, learn, learn
			f := mustNew(t, docs, 25, o)
			for range 60 {
				mustStep(t, f)
			}
			for i, d := range ldatest.Match(ldatest.BarsTopics(), f.Model()) {
				if d >= 0.1 {
					t.Errorf("seed %d, learned priors %t: topic %d is off by a total variation of %.3f", seed, learn, i, d)
				}
			}
		}
	}
}
