package corpus

import "strings"

// clean turns a tree as a treebank writes it into the tree that is trained on
// and scored against: traces and the nodes they leave empty removed, labels cut
// to their category, outer wrappers taken off. It is nil when nothing is left.
func clean(t *Tree) *Tree {
	if t = withoutTraces(t); t == nil {
		return nil
	}
	for len(t.Children) == 1 && wrapper(t.Label) {
		t = t.Children[0]
	}
	return t
}

func withoutTraces(t *Tree) *Tree {
	if t.Leaf() {
		if t.Label == "-NONE-" {
			return nil
		}
		return &Tree{Label: category(t.Label), Word: t.Word}
	}
	node := &Tree{Label: category(t.Label)}
	for _, child := range t.Children {
		if child = withoutTraces(child); child != nil {
			node.Children = append(node.Children, child)
		}
	}
	if len(node.Children) == 0 {
		return nil
	}
	return node
}

// category cuts what treebanks append to a category: functions (NP-SBJ), indices
// (NP-1), gaps (NP=2) and alternatives (VP|PRED). A label that begins with such
// a sign, as -LRB- does, is a category whole.
func category(label string) string {
	if i := strings.IndexAny(label, "-=|"); i > 0 {
		return label[:i]
	}
	return label
}

// wrapper tells whether a label names no constituent but the tree as a whole.
// A root of such a label that has several children stays: it alone joins them.
func wrapper(label string) bool { return label == "" || label == "TOP" || label == "ROOT" }
