package documents

import (
	"math"
	"slices"

	"arbelos/graph"
)

// HeldOut deals n documents at random into those to train on and those held out,
// of which there is the given share, rounded. Both lists ascend. The same n, share
// and seed give the same lists.
func HeldOut(n int, share float64, seed uint64) (train, held []int) {
	if !(share >= 0 && share <= 1) {
		panic("documents: share is not from 0 to 1")
	}
	order := graph.Rand(seed, "documents held out").Perm(n)
	size := int(math.Round(share * float64(n)))
	held, train = order[:size:size], order[size:]
	slices.Sort(held)
	slices.Sort(train)
	return train, held
}

// Halves deals the tokens of a document at random into two: what of it is observed,
// which has the odd token, and what is to be predicted. The same document, seed and
// item give the same halves. Neither has Words.
func Halves(doc Doc, seed, item uint64) (observed, predicted Doc) {
	var tokens []int
	for i, id := range doc.IDs {
		for range int(doc.Counts[i]) {
			tokens = append(tokens, id)
		}
	}
	graph.Rand(seed, "halves of a document", item).Shuffle(len(tokens), func(i, j int) { tokens[i], tokens[j] = tokens[j], tokens[i] })
	half := (len(tokens) + 1) / 2
	observed = Doc{Name: doc.Name, Label: doc.Label}
	predicted = observed
	observed.setTokens(tokens[:half])
	predicted.setTokens(tokens[half:])
	return observed, predicted
}
