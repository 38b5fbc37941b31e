package corpus

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Bucket says which sentences may share a batch.
type Bucket string

const (
	Same  Bucket = "same"  // sentences of one length
	Mixed Bucket = "mixed" // sentences of similar lengths, longest first
)

// UnmarshalText reads a Bucket from a flag or a configuration file.
func (b *Bucket) UnmarshalText(text []byte) (err error) {
	*b, err = oneOf(string(text), Same, Mixed)
	return err
}

// poolBatches is how many batches' worth of sentences Mixed sorts at a time:
// many, so that lengths in a batch are close; not all, so that batches differ
// from epoch to epoch.
const poolBatches = 50

// Batches cuts a corpus, given by the lengths of its sentences in words, into
// batches of at most size sentences; a batch is a list of positions in lengths.
// Sentences of fewer than two words have no structure to learn: they are left
// out and counted in skipped.
//
// With rng, both which sentences share a batch and the order of the batches are
// random, and the same generator gives the same batches. Without (nil), as for
// evaluation, sentences stay in order within a length, and for Same batches go
// from short to long.
func Batches(lengths []int, size int, bucket Bucket, rng *rand.Rand) (batches [][]int, skipped int) {
	if size < 1 {
		panic("corpus: a batch must hold a sentence")
	}
	var order []int
	for i, length := range lengths {
		if length < 2 {
			skipped++
			continue
		}
		order = append(order, i)
	}
	shuffle(order, rng)
	switch bucket {
	case Same:
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lengths[a], lengths[b]) })
		for len(order) > 0 {
			n := 1
			for n < min(size, len(order)) && lengths[order[n]] == lengths[order[0]] {
				n++
			}
			batches = append(batches, order[:n:n])
			order = order[n:]
		}
	case Mixed:
		for pool := range slices.Chunk(order, poolBatches*size) {
			slices.SortStableFunc(pool, func(a, b int) int { return cmp.Compare(lengths[b], lengths[a]) })
			batches = slices.AppendSeq(batches, slices.Chunk(pool, size))
		}
	default:
		panic("corpus: unknown bucket")
	}
	shuffle(batches, rng)
	return batches, skipped
}

func shuffle[E any](items []E, rng *rand.Rand) {
	if rng != nil {
		rng.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	}
}
