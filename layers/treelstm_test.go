package layers

import (
	"math/rand/v2"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

// drawCompose draws the children of elements by height: any rows of any lower
// heights, some of them children of several parents or of none.
func drawCompose(t *rapid.T) (leaves int, compose [][]graph.Ref) {
	count := []int{rapid.IntRange(1, 4).Draw(t, "leaves")}
	for h := range rapid.IntRange(0, 3).Draw(t, "heights") {
		n := rapid.IntRange(1, 3).Draw(t, "elements")
		refs := make([]graph.Ref, 2*n)
		for i := range refs {
			source := rapid.IntRange(0, h).Draw(t, "source")
			refs[i] = graph.Ref{Source: source, Row: rapid.IntRange(0, count[source]-1).Draw(t, "row")}
		}
		compose, count = append(compose, refs), append(count, n)
	}
	return count[0], compose
}

func treeSubject(r *rand.Rand, width, leaves int, compose [][]graph.Ref) (TreeLSTM, subject) {
	m := newMaker(r)
	l := NewTreeLSTM(m, "tree", width)
	return l, subject{
		params: m.Params, inputs: []*tensor.Dense{random(r, leaves, width)},
		build: func(c *Context, in []*graph.Node) *graph.Node { return l.Forward(c, in[0], compose) },
	}
}

// naiveHeights returns the h of all elements, each composed from its leaves up
// on its own.
func naiveHeights(l TreeLSTM, leaves [][]float64, compose [][]graph.Ref) (all [][]float64) {
	var element func(ref graph.Ref) (h, c []float64)
	element = func(ref graph.Ref) (h, c []float64) {
		if ref.Source == 0 {
			return leaves[ref.Row], make([]float64, len(leaves[ref.Row]))
		}
		kids := compose[ref.Source-1][2*ref.Row:]
		hRight, cRight := element(kids[0])
		hLeft, cLeft := element(kids[1])
		return naiveCompose(l, hLeft, cLeft, hRight, cRight)
	}
	all = append(all, leaves...)
	for h, refs := range compose {
		for row := range len(refs) / 2 {
			state, _ := element(graph.Ref{Source: h + 1, Row: row})
			all = append(all, state)
		}
	}
	return all
}

func TestTreeLSTM(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 3).Draw(t, "width")
		leaves, compose := drawCompose(t)
		r := drawRand(t)
		l, s := treeSubject(r, width, leaves, compose)
		got, _ := s.run(t)
		near(t, "elements", got, flat(naiveHeights(l, rows(s.inputs[0].Float64s(), width), compose)), 1e-12)
		s.checkDirections(t, r)
	})
}

func TestTreeLSTMEveryElement(t *testing.T) {
	_, s := treeSubject(graph.Rand(1, "test"), 2, 3, [][]graph.Ref{
		{{Source: 0, Row: 1}, {Source: 0, Row: 0}, {Source: 0, Row: 2}, {Source: 0, Row: 1}},
		{{Source: 0, Row: 2}, {Source: 1, Row: 0}, {Source: 1, Row: 1}, {Source: 0, Row: 0}},
	})
	s.checkEveryElement(t)
}
