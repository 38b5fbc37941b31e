package layers

// Action is one step of a shift-reduce derivation.
type Action byte

// Shift pushes the next word, Reduce composes the two topmost elements.
const (
	Shift Action = iota
	Reduce
)

// Tree is a binary tree over T words as its 2T-1 shift-reduce actions, children
// before their parent and left before right.
type Tree []Action

// Span is a run of words: the first one, counted from 0, and how many.
type Span struct{ Start, Width int }

const errTree = "layers: not a binary tree"

// String spells the actions S and R, and what is no action as a question mark.
func (t Tree) String() string {
	s := make([]byte, len(t))
	for i, a := range t {
		s[i] = "SR?"[min(a, 2)]
	}
	return string(s)
}

// Words returns the number of words.
func (t Tree) Words() int { return (len(t) + 1) / 2 }

// Over tells whether t is a binary tree over so many words.
func (t Tree) Over(words int) bool {
	depth := 0
	for _, a := range t {
		switch {
		case a == Shift:
			depth++
			words--
		case a == Reduce && depth >= 2:
			depth--
		default:
			return false
		}
	}
	return depth == 1 && words == 0
}

// Spans returns the spans of all T-1 inner nodes, children before parents. It
// panics where t is not a tree.
func (t Tree) Spans() []Span {
	if !t.Over(t.Words()) {
		panic(errTree)
	}
	var spans, stack []Span
	words := 0
	for _, a := range t {
		if a == Shift {
			stack = append(stack, Span{words, 1})
			words++
			continue
		}
		k := len(stack) - 2
		whole := Span{stack[k].Start, stack[k].Width + stack[k+1].Width}
		stack = append(stack[:k], whole)
		spans = append(spans, whole)
	}
	return spans
}

// grow returns the tree over w words from i on whose every inner node is split
// by split(i, w): the width of the left child.
func grow(i, w int, split func(i, w int) int) Tree {
	tree := make(Tree, 0, 2*w-1)
	var down func(i, w int)
	down = func(i, w int) {
		if w == 1 {
			tree = append(tree, Shift)
			return
		}
		k := split(i, w)
		down(i, k)
		down(i+k, w-k)
		tree = append(tree, Reduce)
	}
	down(i, w)
	return tree
}
