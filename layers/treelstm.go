package layers

import (
	"slices"

	"arbelos/graph"
)

// TreeLSTM composes elements from the leaves up: Weight [5w, 2w] over the
// right child's h and then the left one's, Bias [5w], with the gates in the
// order input, forget right, forget left, output, cell.
type TreeLSTM struct{ Linear }

// NewTreeLSTM makes the parameters name.weight and name.bias.
func NewTreeLSTM(m *Maker, name string, width int) TreeLSTM {
	return TreeLSTM{NewLinear(m, name, 2*width, 5*width)}
}

// Forward returns the h [n, w] of all elements by height: the leaves [*, w],
// whose c is zero, and then what compose says (see Plan.Compose).
func (t TreeLSTM) Forward(c *Context, leaves *graph.Node, compose [][]graph.Ref) *graph.Node {
	if c.Ops == Fused {
		return graph.TreeLSTMLevels(leaves, c.Param(t.Weight), c.Param(t.Bias), compose)
	}
	w := leaves.Shape()[1]
	heights := []*graph.Node{t.Leaf(leaves)}
	for _, refs := range compose {
		kids := graph.Reshape(gatherUsed(heights, refs), len(refs)/2, 4*w)
		heights = append(heights, t.Compose(c, kids))
	}
	return graph.Columns(graph.ConcatRows(heights...), 0, w)
}

// Leaf returns the states [n, 2w] of the words x [n, w]: h is x, c is zero.
func (t TreeLSTM) Leaf(x *graph.Node) *graph.Node {
	return graph.PadColumns(x, 0, 2*x.Shape()[1])
}

// Compose returns the parents' states [n, 2w] of kids [n, 4w], the right
// child's state and then the left one's.
func (t TreeLSTM) Compose(c *Context, kids *graph.Node) *graph.Node {
	n, w := kids.Shape()[0], kids.Shape()[1]/4
	h := graph.Columns(graph.Reshape(kids, 2*n, 2*w), 0, w)
	return graph.TreeLSTMCell(t.Linear.Forward(c, graph.Reshape(h, n, 2*w)), kids)
}

// gatherUsed gathers from those heights only that refs name.
func gatherUsed(heights []*graph.Node, refs []graph.Ref) *graph.Node {
	var used []int
	for _, r := range refs {
		if !slices.Contains(used, r.Source) {
			used = append(used, r.Source)
		}
	}
	slices.Sort(used)
	sources := make([]*graph.Node, len(used))
	for i, h := range used {
		sources[i] = heights[h]
	}
	renamed := make([]graph.Ref, len(refs))
	for i, r := range refs {
		renamed[i] = graph.Ref{Source: slices.Index(used, r.Source), Row: r.Row}
	}
	return graph.GatherFrom(sources, renamed)
}
