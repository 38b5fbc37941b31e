package vb

import (
	"runtime"
	"testing"

	"arbelos/graph"
	"arbelos/models/lda"
)

// What a fit holds is two tables of the model, and little beside, whatever the corpus.
func TestFitHoldsTwoTables(t *testing.T) {
	const v, k, d, length = 10000, 50, 3000, 80
	r := graph.Rand(1, "test")
	docs := make([]lda.Bag, d)
	for i := range docs {
		tokens := make([]int, length)
		for j := range tokens {
			tokens[j] = (i%k*200 + r.IntN(200)) % v // of one topic
		}
		docs[i] = lda.BagOf(tokens)
	}
	held := func() float64 {
		runtime.GC()
		runtime.GC() // twice, for what sync.Pools keep
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return float64(s.HeapAlloc)
	}
	before := held()
	f := mustNew(t, docs, v, DefaultOptions(k))
	for range 3 {
		mustStep(t, f)
	}
	const table = 8 * v * k
	if tables := (held() - before) / table; tables > 2.75 {
		t.Errorf("found memory of %.2f tables, want 2 and little beside", tables)
	}
	runtime.KeepAlive(f)
}
