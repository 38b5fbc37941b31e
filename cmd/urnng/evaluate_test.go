package main

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"arbelos/models/urnng"
)

// The numbers of binary trees over words.
func TestLogCatalan(t *testing.T) {
	for words, want := range map[int]float64{2: 0, 3: 0.693147, 4: 1.609438, 5: 2.639057, 10: 8.489205, 20: 21.292698, 40: 47.969250} {
		if got := logCatalan(words - 1); math.Abs(got-want) > 1e-6 {
			t.Errorf("%d words: %v, expected %v", words, got, want)
		}
	}
}

// T14: the memory of a process does not grow with the sentences it parses.
func TestParseMemoryIsFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("parses 10,000 sentences")
	}
	l, err := load(trained(t))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	parse := func(n int) uint64 {
		for range n / 500 {
			ids := make([][]int, 500)
			for i := range ids {
				ids[i] = make([]int, 2+random.IntN(7))
				for k := range ids[i] {
					ids[i][k] = random.IntN(l.Vocab.Len())
				}
			}
			if _, err := (scorer{model: l.model}).parse(context.Background(), ids, urnng.Viterbi); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		runtime.GC() // what pools hold lives for two collections
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, goroutines := parse(1500), runtime.NumGoroutine()
	after := parse(10000)
	if after > before+before/10+1<<20 {
		t.Errorf("%d bytes after 1,500 sentences, %d after 10,000 more", before, after)
	}
	if got := runtime.NumGoroutine(); got > goroutines+1 {
		t.Errorf("%d goroutines, then %d", goroutines, got)
	}
	t.Logf("%d bytes after 1,500 sentences, %d after 10,000 more", before, after)
}
