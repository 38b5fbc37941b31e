package unigram

import "math"

// Model draws the words of a sentence, and at last its end, independently:
//
//	p(w_1 ... w_T) = p(w_1) ... p(w_T) p(</s>)
//
// A word is of type W: a string or an id. A Model is immutable.
type Model[W comparable] struct {
	logWord map[W]float64
	logEnd  float64
	logUnk  float64
}

// Fit estimates a model from sentences by adding one to every count. The
// outcomes are the words seen, the end of a sentence (seen once in each) and
// one more, an unseen word, whose probability all unseen words share as they
// do in a model that maps them to <unk>.
func Fit[W comparable](sentences [][]W) *Model[W] {
	counts := map[W]int{}
	tokens := 0
	for _, s := range sentences {
		for _, w := range s {
			counts[w]++
		}
		tokens += len(s) + 1
	}
	logTotal := math.Log(float64(tokens + len(counts) + 2))
	m := &Model[W]{
		logWord: make(map[W]float64, len(counts)),
		logEnd:  math.Log(float64(len(sentences)+1)) - logTotal,
		logUnk:  -logTotal,
	}
	for w, n := range counts {
		m.logWord[w] = math.Log(float64(n+1)) - logTotal
	}
	return m
}

// LogProb returns the natural logarithm of a sentence's probability, its end
// included.
func (m *Model[W]) LogProb(sentence []W) float64 {
	sum := m.logEnd
	for _, w := range sentence {
		if logProb, seen := m.logWord[w]; seen {
			sum += logProb
		} else {
			sum += m.logUnk
		}
	}
	return sum
}
