package online

import (
	"iter"

	"arbelos/graph"
	"arbelos/models/lda"
)

// Minibatches returns a stream of minibatches of size documents from a corpus that
// memory holds, over and over, in another order each time round; the last one of a
// round may be smaller. It begins with minibatch number from, counted from 0: a fit
// that has seen n goes on with n.
func Minibatches(docs []lda.Bag, size int, seed uint64, from int) iter.Seq2[[]lda.Bag, error] {
	if size < 1 || from < 0 {
		panic(errSize)
	}
	return func(yield func([]lda.Bag, error) bool) {
		if len(docs) == 0 {
			return
		}
		each := (len(docs) + size - 1) / size
		for round, at := from/each, from%each; ; round, at = round+1, 0 {
			order := graph.Rand(seed, "lda minibatches", uint64(round)).Perm(len(docs))
			for ; at < each; at++ {
				var batch []lda.Bag
				for _, d := range order[at*size : min((at+1)*size, len(docs))] {
					batch = append(batch, docs[d])
				}
				if !yield(batch, nil) {
					return
				}
			}
		}
	}
}

// Constants of the panics that a programmer's error raises.
const errSize = "online: no minibatch of that size or number"
