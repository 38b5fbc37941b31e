package score

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbelos/models/lda"
)

// Windows are counted as if each were written out.
func TestCountWindows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := rapid.SliceOf(rapid.SliceOf(rapid.IntRange(0, 5))).Draw(t, "documents")
		size := rapid.IntRange(1, 5).Draw(t, "size")
		topics := [][]int{{0, 1, 2}, {3, 1}}
		var windows []lda.Bag
		for _, doc := range docs {
			switch {
			case len(doc) == 0:
			case len(doc) <= size:
				windows = append(windows, lda.BagOf(doc))
			default:
				for from := range len(doc) - size + 1 {
					windows = append(windows, lda.BagOf(doc[from:from+size]))
				}
			}
		}
		got := CountWindows(slices.Values(docs), size, topics)
		requireNear(t, "number of windows", got.places, float64(len(windows)))
		for _, words := range topics {
			for _, a := range words {
				for _, b := range words {
					n := 0.0
					for _, window := range windows {
						if slices.Contains(window.IDs, a) && slices.Contains(window.IDs, b) {
							n++
						}
					}
					requireNear(t, "windows of two words", got.ofBoth(a, b), n)
				}
			}
		}
		if slices.Equal(got.single, make([]float64, 4)) {
			return
		}
		want := CountDocuments(slices.Values(windows), topics)
		requireNear(t, "NPMI", got.NPMI(topics[0]).Value, want.NPMI(topics[0]).Value)
	})
}
