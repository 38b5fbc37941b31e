package online

import (
	"testing"

	"arbelos/models/lda"
	"arbelos/models/lda/ldatest"
)

func BenchmarkZ(b *testing.B) {
	docs, v := ldatest.AP(b)
	f, _ := New(v, DefaultOptions(100, float64(len(docs))))
	for b.Loop() {
		for i := 0; i < len(docs); i += 256 {
			if _, err := f.Step(docs[i:min(len(docs), i+256)]); err != nil {
				b.Fatal(err)
			}
		}
	}
	_ = lda.Bag{}
}
