package corpus

// Span is a stretch of words of a sentence: the positions, from 0, of its first
// and its last word.
type Span struct{ Left, Right int }

// Width is the number of words of s.
func (s Span) Width() int { return s.Right - s.Left + 1 }

// constituent is a span with the category of the node above it.
type constituent struct {
	label string
	span  Span
}

// constituents are the nodes of t above its leaves, children before parents.
// Unary chains give the same span more than once.
func (t *Tree) constituents() []constituent {
	var all []constituent
	position := 0
	var visit func(*Tree)
	visit = func(node *Tree) {
		if node.Leaf() {
			position++
			return
		}
		left := position
		for _, child := range node.Children {
			visit(child)
		}
		all = append(all, constituent{node.Label, Span{left, position - 1}})
	}
	visit(t)
	return all
}

// subset is a sentence without some of its words.
type subset struct {
	before []int // how many of the first i words are in the subset
}

func newSubset(tags []string, keep func(tag string) bool) subset {
	before := make([]int, len(tags)+1)
	for i, tag := range tags {
		before[i+1] = before[i]
		if keep(tag) {
			before[i+1]++
		}
	}
	return subset{before}
}

// words is the number of words in the subset.
func (s subset) words() int { return s.before[len(s.before)-1] }

// span gives what is left of a span, in positions within the subset. Its width
// is 0 if nothing is.
func (s subset) span(whole Span) Span {
	return Span{s.before[whole.Left], s.before[whole.Right+1] - 1}
}

// counts tells whether a span says anything about the structure of a tree.
func (s subset) counts(span Span) bool { return span.Width() > 1 && span.Width() < s.words() }
