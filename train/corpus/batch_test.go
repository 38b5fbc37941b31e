package corpus

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestBatchesInOrder(t *testing.T) {
	lengths := []int{3, 2, 0, 3, 1, 2, 3, 9}
	for bucket, want := range map[Bucket][][]int{
		Same:  {{1, 5}, {0, 3}, {6}, {7}},
		Mixed: {{7, 0}, {3, 6}, {1, 5}},
	} {
		got, skipped := Batches(lengths, 2, bucket, nil)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", bucket, diff)
		}
		if skipped != 2 {
			t.Errorf("%s: %d skipped", bucket, skipped)
		}
	}
}

// Whatever the lengths: every sentence of two words or more is in one batch, the
// batches are no larger than asked, and hold what their bucket says.
func TestBatchesAreAPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOf(rapid.IntRange(0, 12)).Draw(t, "lengths")
		size := rapid.IntRange(1, 5).Draw(t, "size")
		bucket := rapid.SampledFrom([]Bucket{Same, Mixed}).Draw(t, "bucket")
		seed := rapid.Uint64().Draw(t, "seed")
		batches, skipped := Batches(lengths, size, bucket, rand.New(rand.NewPCG(seed, 0)))
		var seen []int
		for _, batch := range batches {
			if len(batch) == 0 || len(batch) > size {
				t.Fatalf("a batch of %d", len(batch))
			}
			for i := 1; i < len(batch); i++ {
				before, here := lengths[batch[i-1]], lengths[batch[i]]
				if here > before || bucket == Same && here != before {
					t.Fatalf("%s: the length %d after %d", bucket, here, before)
				}
			}
			seen = append(seen, batch...)
		}
		slices.Sort(seen)
		var want []int
		for i, length := range lengths {
			if length > 1 {
				want = append(want, i)
			}
		}
		if diff := cmp.Diff(want, seen); diff != "" || skipped != len(lengths)-len(want) {
			t.Fatalf("%d skipped, %s", skipped, diff)
		}
		again, _ := Batches(lengths, size, bucket, rand.New(rand.NewPCG(seed, 0)))
		if diff := cmp.Diff(batches, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestBatchesAreShuffled(t *testing.T) {
	lengths := make([]int, 400)
	for i := range lengths {
		lengths[i] = 2 + i%20
	}
	for _, bucket := range []Bucket{Same, Mixed} {
		rng := rand.New(rand.NewPCG(0, 0))
		first, _ := Batches(lengths, 4, bucket, rng)
		second, _ := Batches(lengths, 4, bucket, rng)
		byLength := func(a, b []int) int { return lengths[a[0]] - lengths[b[0]] }
		if slices.IsSortedFunc(first, byLength) {
			t.Errorf("%s: batches go by length", bucket)
		}
		slices.SortFunc(first, slices.Compare[[]int])
		slices.SortFunc(second, slices.Compare[[]int])
		if cmp.Equal(first, second) {
			t.Errorf("%s: two epochs share their batches", bucket)
		}
	}
}

func TestBucketIsParsed(t *testing.T) {
	var b Bucket
	if err := b.UnmarshalText([]byte("mixed")); err != nil || b != Mixed {
		t.Errorf("got %q, %v", b, err)
	}
	if err := b.UnmarshalText([]byte("")); err == nil {
		t.Error("the empty name was read")
	}
}
