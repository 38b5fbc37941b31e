package ldatest

import "arbelos/models/lda"

// Halves deals the tokens of documents of whole counts, in the order of their words, in
// turn: what a model knows of them, and what it is to predict.
func Halves(docs []lda.Bag) (known, hidden []lda.Bag) {
	for _, doc := range docs {
		var half [2][]int
		n := 0
		for i, w := range doc.IDs {
			for range int(doc.Counts[i]) {
				half[n%2] = append(half[n%2], w)
				n++
			}
		}
		known, hidden = append(known, lda.BagOf(half[0])), append(hidden, lda.BagOf(half[1]))
	}
	return known, hidden
}
