package corpus

import (
	"strings"
)

// Tree is a constituent tree. A leaf has a Word, its part-of-speech tag as
// Label, and no Children; any other node has a Label and at least one child.
// Words are held as in running text: a bracket inside a word is a bracket here
// and -LRB- or -RRB- only between brackets in a file.
type Tree struct {
	Label    string
	Word     string
	Children []*Tree
}

// Leaf tells whether t is a word with its tag.
func (t *Tree) Leaf() bool { return len(t.Children) == 0 }

// Words are the words of t from left to right.
func (t *Tree) Words() []string {
	var words []string
	t.leaves(func(leaf *Tree) { words = append(words, leaf.Word) })
	return words
}

// Tags are the part-of-speech tags of t's words from left to right.
func (t *Tree) Tags() []string {
	var tags []string
	t.leaves(func(leaf *Tree) { tags = append(tags, leaf.Label) })
	return tags
}

// String writes t in brackets on one line, as [ReadFile] reads it: brackets
// inside words as -LRB- and -RRB-. A nil tree, that of an empty sentence, is
// the empty string.
//
// Reading the result gives t again, with one exception: the letters "-LRB-" or
// "-RRB-" inside a word, which no reader of brackets leaves in one, come back
// as the bracket they stand for.
func (t *Tree) String() string {
	var out strings.Builder
	if t != nil {
		t.write(&out)
	}
	return out.String()
}

func (t *Tree) write(out *strings.Builder) {
	out.WriteByte('(')
	out.WriteString(t.Label)
	if t.Leaf() {
		out.WriteByte(' ')
		escapeBrackets.WriteString(out, t.Word)
	}
	for _, child := range t.Children {
		out.WriteByte(' ')
		child.write(out)
	}
	out.WriteByte(')')
}

func (t *Tree) leaves(visit func(*Tree)) {
	if t.Leaf() {
		visit(t)
	}
	for _, child := range t.Children {
		child.leaves(visit)
	}
}

var (
	escapeBrackets   = strings.NewReplacer("(", "-LRB-", ")", "-RRB-")
	unescapeBrackets = strings.NewReplacer("-LRB-", "(", "-RRB-", ")")
)
