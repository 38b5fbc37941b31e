package gibbs

import (
	"cmp"
	"iter"
	"slices"
)

// wordLists holds n_kw as a list of the topics that each word has, most frequent
// first. An entry is the count in the high 32 bits and the topic in the low ones.
// Before its list stands the list's length. The words of a block stand together, so
// that threads do not write to the same cache lines.
type wordLists struct {
	entries []uint64
	start   []int // of each word's room in entries, which is for 1 + min(K, tokens of the word)
}

func newWordLists(t *tokens, topics int) *wordLists {
	l := &wordLists{start: make([]int, t.v)}
	frequency := t.frequency()
	room := 0
	for _, words := range t.wordsOf {
		for _, w := range words {
			l.start[w] = room
			room += 1 + min(frequency[w], topics)
		}
	}
	l.entries = make([]uint64, room)
	return l
}

func topicOf(e uint64) int32 { return int32(uint32(e)) }

func countOf(e uint64) int { return int(e >> 32) }

const oneMore = 1 << 32 // what is added to an entry to count one more

// list returns the entries of a word, in place.
func (l *wordLists) list(w int32) []uint64 {
	from := l.start[w]
	return l.entries[from+1 : from+1+int(l.entries[from])]
}

func (l *wordLists) increment(w, topic int32) {
	list := l.list(w)
	for i, e := range list {
		if topicOf(e) != topic {
			continue
		}
		e += oneMore
		// It changes places with the first of those that now have fewer: one exchange,
		// however many share a count.
		j := i
		for j > 0 && countOf(list[j-1]) < countOf(e) {
			j--
		}
		list[i], list[j] = list[j], e
		return
	}
	from := l.start[w]
	l.entries[from]++
	l.entries[from+len(list)+1] = oneMore | uint64(uint32(topic))
}

// decrement counts one token less of word w with the topic, of which there is one.
func (l *wordLists) decrement(w, topic int32) {
	list := l.list(w)
	for i, e := range list {
		if topicOf(e) != topic {
			continue
		}
		e -= oneMore
		j := i
		for j+1 < len(list) && countOf(list[j+1]) > countOf(e) {
			j++
		}
		list[i], list[j] = list[j], e
		if countOf(e) == 0 { // no entry has less, so that it is the last
			l.entries[l.start[w]]--
		}
		return
	}
	panic(errCounts)
}

// settle sorts the topics of equal count.
func (l *wordLists) settle(w int32) {
	slices.SortFunc(l.list(w), func(a, b uint64) int {
		if byCount := cmp.Compare(b>>32, a>>32); byCount != 0 {
			return byCount
		}
		return cmp.Compare(uint32(a), uint32(b))
	})
}

func (l *wordLists) of(w int32) iter.Seq2[int32, int] {
	return func(yield func(int32, int) bool) {
		for _, e := range l.list(w) {
			if !yield(topicOf(e), countOf(e)) {
				return
			}
		}
	}
}
