package vb

import (
	"fmt"
	"testing"

	"arbelos/models/lda/ldatest"
)

// BenchmarkStep makes EM iterations on AP, from the first one on.
func BenchmarkStep(b *testing.B) {
	docs, v := ldatest.AP(b)
	for _, k := range []int{20, 100} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			f, err := New(docs, v, DefaultOptions(k))
			if err != nil {
				b.Fatal(err)
			}
			updates := 0.0
			for b.Loop() {
				it, err := f.Step()
				if err != nil {
					b.Fatal(err)
				}
				updates = it.Updates
			}
			b.ReportMetric(updates, "updates/doc")
		})
	}
}
