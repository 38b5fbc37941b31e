package corpus

import "fmt"

// Verdict is what f1 makes of a node of a tree that is compared with another.
type Verdict int

// A node over one word or over all words, punctuation apart, is in every tree
// and does not count. Any other is matched if the other tree has a node over the
// same words, punctuation apart.
const (
	Uncounted Verdict = iota
	Matched
	Unmatched
)

// String names the verdict.
func (v Verdict) String() string {
	switch v {
	case Uncounted:
		return "uncounted"
	case Matched:
		return "matched"
	case Unmatched:
		return "unmatched"
	}
	return fmt.Sprintf("Verdict(%d)", int(v))
}

// Compare gives the verdict on every node of t above the leaves, children before
// parents, against another tree over the same words. The tags, one a word, are
// the gold tree's: they tell what is punctuation. Compare panics if the three
// have not as many words.
func Compare(t, other *Tree, tags []string) []Verdict {
	nodes, others := t.constituents(), other.constituents()
	if len(t.Words()) != len(tags) || len(other.Words()) != len(tags) {
		panic("corpus: two trees and the tags differ in length")
	}
	words := newSubset(tags, func(tag string) bool { return !punctuation(tag) })
	spans := make([]Span, len(others))
	for i, c := range others {
		spans[i] = c.span
	}
	there := spanSet(spans, words)
	verdicts := make([]Verdict, len(nodes))
	for i, c := range nodes {
		switch span := words.span(c.span); {
		case !words.counts(span):
		case there[span]:
			verdicts[i] = Matched
		default:
			verdicts[i] = Unmatched
		}
	}
	return verdicts
}
