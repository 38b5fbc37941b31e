package gibbs

import "iter"

// topicWords is n_kw. Different words may be worked on at the same time.
type topicWords interface {
	increment(w, topic int32)
	// of yields the topics that a word has, and how many of its tokens each has.
	of(w int32) iter.Seq2[int32, int]
	// settle forgets, of a word, what its history has left beyond its counts.
	settle(w int32)
}
