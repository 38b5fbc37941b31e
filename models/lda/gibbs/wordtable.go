package gibbs

import "iter"

// wordTable holds n_kw as a table of V rows of K.
type wordTable struct {
	topics int
	counts []int32
}

func newWordTable(v, topics int) *wordTable {
	return &wordTable{topics: topics, counts: make([]int32, v*topics)}
}

func (t *wordTable) row(w int32) []int32 {
	return t.counts[int(w)*t.topics : (int(w)+1)*t.topics]
}

func (t *wordTable) increment(w, topic int32) { t.row(w)[topic]++ }

func (t *wordTable) settle(int32) {}

func (t *wordTable) of(w int32) iter.Seq2[int32, int] {
	return func(yield func(int32, int) bool) {
		for k, n := range t.row(w) {
			if n > 0 && !yield(int32(k), int(n)) {
				return
			}
		}
	}
}
