package corpus

import "fmt"

// Binary is a binary tree over T words, as the 2T-1 shift-reduce actions that
// build it: [Shift] takes the next word, [Reduce] joins the two newest subtrees.
// It has no labels. It converts to and from the []bool of the models as it is.
// The tree over no words has no actions.
type Binary []bool

// The two actions.
const (
	Shift  = false
	Reduce = true
)

// Words is the number of words of b.
func (b Binary) Words() int { return (len(b) + 1) / 2 }

// Spans are the T-1 spans of two or more words, in the order of the actions that
// end them: children before parents, the whole sentence last. It panics if the
// actions do not build one tree.
func (b Binary) Spans() []Span {
	spans := make([]Span, 0, max(b.Words()-1, 0))
	fold(b,
		func(word int) Span { return Span{word, word} },
		func(left, right Span) Span {
			span := Span{left.Left, right.Right}
			spans = append(spans, span)
			return span
		})
	return spans
}

// FromSpans is the tree over the given number of words that has these spans, in
// any order. Spans of one word may be among them and change nothing. It is an
// error if the other spans are not those of one binary tree.
func FromSpans(words int, spans []Span) (Binary, error) {
	// After each word come as many reductions as there are spans that end on it.
	wanted := map[Span]bool{}
	ending := make([]int, words)
	for _, span := range spans {
		switch {
		case span.Left < 0 || span.Right < span.Left || span.Right >= words:
			return nil, fmt.Errorf("corpus: found the span %v, expected spans within %d words", span, words)
		case wanted[span]:
			return nil, fmt.Errorf("corpus: found the span %v twice, expected distinct spans", span)
		case span.Width() > 1:
			wanted[span] = true
			ending[span.Right]++
		}
	}
	var b Binary
	for word, open := 0, 0; word < words; word++ {
		b = append(b, Shift)
		open += 1 - ending[word]
		if open < 1 {
			return nil, fmt.Errorf("corpus: found too many spans that end on word %d, expected a binary tree", word)
		}
		for range ending[word] {
			b = append(b, Reduce)
		}
	}
	if len(wanted) != max(words-1, 0) {
		return nil, fmt.Errorf("corpus: found %d spans of two words or more, expected %d for a binary tree over %d words", len(wanted), max(words-1, 0), words)
	}
	for _, span := range b.Spans() {
		if !wanted[span] {
			return nil, fmt.Errorf("corpus: found spans that cross, expected a binary tree, such as one with the span %v", span)
		}
	}
	return b, nil
}

// The labels of a tree that is known by its actions alone.
const (
	nodeLabel = "NT"
	leafLabel = "XX"
)

// Tree is b over words, ready to be written in brackets: nodes are labelled NT,
// leaves with their tags, or XX if tags is nil. A single word stands under a
// node too, as (NT (XX word)); the tree over no words is nil, whose String is
// empty, so that one line a sentence can be written whatever its length.
func (b Binary) Tree(words, tags []string) *Tree {
	if len(words) != b.Words() || tags != nil && len(tags) != len(words) {
		panic("corpus: a binary tree and its words differ in length")
	}
	if len(words) == 0 {
		return nil
	}
	root := fold(b,
		func(word int) *Tree {
			leaf := &Tree{Label: leafLabel, Word: words[word]}
			if tags != nil {
				leaf.Label = tags[word]
			}
			return leaf
		},
		func(left, right *Tree) *Tree {
			return &Tree{Label: nodeLabel, Children: []*Tree{left, right}}
		})
	if root.Leaf() {
		return &Tree{Label: nodeLabel, Children: []*Tree{root}}
	}
	return root
}

// fold runs the actions of b on a stack and gives what is left on it at the end,
// the zero value if b is empty.
func fold[E any](b Binary, shift func(word int) E, reduce func(left, right E) E) (root E) {
	var stack []E
	words := 0
	for _, action := range b {
		switch top := len(stack) - 1; {
		case !action: // Shift
			stack = append(stack, shift(words))
			words++
		case top < 1:
			panic("corpus: the actions do not build one tree")
		default:
			stack[top-1] = reduce(stack[top-1], stack[top])
			stack = stack[:top]
		}
	}
	switch len(stack) {
	case 0:
		return root
	case 1:
		return stack[0]
	default:
		panic("corpus: the actions do not build one tree")
	}
}
