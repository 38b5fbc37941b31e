package drawing

import "arbelos/train/corpus"

// Picture is a tree with what is to be seen beside it.
type Picture struct {
	Title string       // a line above the tree; none if empty
	Tree  *corpus.Tree // nil for a sentence without words

	// Labels tells to write the labels of nodes, in SVG.
	Labels bool
	// Scores are probabilities of the nodes above the leaves, children before
	// parents; nil for none.
	Scores []float64
	// Notes stand beside the words, one each; nil for none.
	Notes []string
	// Verdicts say of the nodes above the leaves, children before parents, how
	// they compare with those of another tree (see corpus.Compare); nil for no
	// comparison. They are seen in SVG.
	Verdicts []corpus.Verdict
}

const errPicture = "drawing: a picture and its tree differ in length"

// node is a node of a picture.
type node struct {
	children []*node
	text     string // a word, or the label of a node
	note     string // of a word
	score    float64
	scored   bool
	verdict  corpus.Verdict
	first    int // its first word
}

func (n *node) leaf() bool { return len(n.children) == 0 }

// depth is the number of nodes on the longest way down, a leaf having 0.
func (n *node) depth() int {
	d := 0
	for _, c := range n.children {
		d = max(d, 1+c.depth())
	}
	return d
}

// nodes returns the picture's root, nil if there is no tree.
func (p Picture) nodes() *node {
	if p.Tree == nil {
		return nil
	}
	words, inner := 0, 0
	var visit func(*corpus.Tree) *node
	visit = func(t *corpus.Tree) *node {
		n := &node{first: words}
		if t.Leaf() {
			n.text = printable(t.Word)
			if p.Notes != nil {
				n.note = p.Notes[words]
			}
			words++
			return n
		}
		for _, c := range t.Children {
			n.children = append(n.children, visit(c))
		}
		if p.Labels {
			n.text = printable(t.Label)
		}
		if p.Scores != nil {
			n.score, n.scored = p.Scores[inner], true
		}
		if p.Verdicts != nil {
			n.verdict = p.Verdicts[inner]
		}
		inner++
		return n
	}
	if w := len(p.Tree.Words()); p.Notes != nil && len(p.Notes) != w {
		panic(errPicture)
	}
	if k := innerNodes(p.Tree); p.Scores != nil && len(p.Scores) != k || p.Verdicts != nil && len(p.Verdicts) != k {
		panic(errPicture)
	}
	return visit(p.Tree)
}

func innerNodes(t *corpus.Tree) int {
	if t.Leaf() {
		return 0
	}
	n := 1
	for _, c := range t.Children {
		n += innerNodes(c)
	}
	return n
}
