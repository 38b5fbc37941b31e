package score

import (
	"iter"

	"arbelos/models/lda"
)

// Reference counts in which documents, or windows of documents, the words of topics
// occur, alone and in pairs. It is what coherence is measured against: the corpus that
// a model was trained on, or a larger one.
type Reference struct {
	places float64 // documents or windows
	index  map[int]int
	single []float64
	pairs  map[[2]int]int // of indices, smaller first, that share a topic
	both   []float64
}

// CountDocuments counts documents, of which it keeps none: a word occurs in one however
// often. Topics are lists of words, as lda.Topics.TopIDs returns; other words are not
// counted.
func CountDocuments(docs iter.Seq[lda.Bag], topics [][]int) *Reference {
	r := newReference(topics)
	var present []int
	for doc := range docs {
		present = present[:0]
		for _, id := range doc.IDs {
			if i, ok := r.index[id]; ok {
				present = append(present, i)
			}
		}
		r.count(present)
	}
	return r
}

// CountWindows counts windows of so many tokens, given the word ids of documents in the
// order of their text: a window begins at each token that has enough after it, and a
// document that is shorter than one window is one; one without words is none.
func CountWindows(docs iter.Seq[[]int], size int, topics [][]int) *Reference {
	if size < 1 {
		panic(errShape)
	}
	r := newReference(topics)
	times := make([]int, len(r.single)) // in the window
	var present []int
	for doc := range docs {
		for end, id := range doc {
			if i, ok := r.index[id]; ok {
				times[i]++
			}
			if end-size >= 0 {
				if i, ok := r.index[doc[end-size]]; ok {
					times[i]--
				}
			}
			if end+1 < min(size, len(doc)) {
				continue
			}
			present = present[:0]
			for _, id := range doc[max(0, end+1-size) : end+1] {
				if i, ok := r.index[id]; ok && times[i] > 0 {
					present = append(present, i)
					times[i] = -times[i] // once
				}
			}
			for _, i := range present {
				times[i] = -times[i]
			}
			r.count(present)
		}
		for _, id := range doc[max(0, len(doc)-size):] {
			if i, ok := r.index[id]; ok {
				times[i] = 0
			}
		}
	}
	return r
}

func newReference(topics [][]int) *Reference {
	r := &Reference{index: map[int]int{}, pairs: map[[2]int]int{}}
	for _, words := range topics {
		for _, id := range words {
			if _, ok := r.index[id]; !ok {
				r.index[id] = len(r.index)
			}
		}
		for _, a := range words {
			for _, b := range words {
				if i, j := r.index[a], r.index[b]; i < j {
					if _, ok := r.pairs[[2]int{i, j}]; !ok {
						r.pairs[[2]int{i, j}] = len(r.pairs)
					}
				}
			}
		}
	}
	r.single, r.both = make([]float64, len(r.index)), make([]float64, len(r.pairs))
	return r
}

// count counts a place where the words of these indices are, each once.
func (r *Reference) count(present []int) {
	r.places++
	for _, i := range present {
		r.single[i]++
		for _, j := range present {
			if i < j {
				if pair, ok := r.pairs[[2]int{i, j}]; ok {
					r.both[pair]++
				}
			}
		}
	}
}

// of returns in how many places a word is.
func (r *Reference) of(word int) float64 {
	i, ok := r.index[word]
	if !ok {
		panic(errShape)
	}
	return r.single[i]
}

// ofBoth returns in how many places two words are that share a topic.
func (r *Reference) ofBoth(a, b int) float64 {
	if a == b {
		return r.of(a)
	}
	i, j := r.index[a], r.index[b]
	pair, ok := r.pairs[[2]int{min(i, j), max(i, j)}]
	if !ok {
		panic(errShape)
	}
	return r.both[pair]
}
