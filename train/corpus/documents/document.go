package documents

import (
	"cmp"
	"slices"
)

// Doc is a document as word ids.
type Doc struct {
	Name  string // its id in the file, or else its place there, from 1
	Label string // empty where the format has none

	// IDs are the distinct words, ascending, and Counts how often each occurs:
	// whole numbers above 0, of the type that models compute with.
	IDs    []int
	Counts []float64

	// Words are the tokens in order, where the format keeps an order; else nil.
	Words []int

	Unknown int // tokens left out since the vocabulary does not have them
}

// Tokens returns the number of tokens, unknown ones not counted.
func (d Doc) Tokens() int {
	total := 0
	for _, n := range d.Counts {
		total += int(n)
	}
	return total
}

// pair is a word and how often it occurs.
type pair struct{ word, count int }

// setPairs fills IDs and Counts, summing what is said of the same word. It sorts
// the pairs.
func (d *Doc) setPairs(pairs []pair) {
	byWord := func(a, b pair) int { return cmp.Compare(a.word, b.word) }
	if !slices.IsSortedFunc(pairs, byWord) {
		slices.SortFunc(pairs, byWord)
	}
	d.IDs, d.Counts = make([]int, 0, len(pairs)), make([]float64, 0, len(pairs))
	for _, p := range pairs {
		switch last := len(d.IDs) - 1; {
		case p.count == 0:
		case last >= 0 && d.IDs[last] == p.word:
			d.Counts[last] += float64(p.count)
		default:
			d.IDs, d.Counts = append(d.IDs, p.word), append(d.Counts, float64(p.count))
		}
	}
}

// setTokens fills IDs and Counts from tokens in any order.
func (d *Doc) setTokens(tokens []int) {
	pairs := make([]pair, len(tokens))
	for i, word := range tokens {
		pairs[i] = pair{word, 1}
	}
	d.setPairs(pairs)
}
