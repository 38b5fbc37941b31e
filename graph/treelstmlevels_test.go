package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// drawCompose draws which elements are composed, height by height: at least one
// child of each lies one height below, so that the height is right.
func drawCompose(t *rapid.T, leaves int) [][]Ref {
	rows := []int{leaves}
	var compose [][]Ref
	for k := range rapid.IntRange(0, 3).Draw(t, "heights") {
		var refs []Ref
		n := rapid.IntRange(1, 3).Draw(t, "elements")
		for range n {
			pair := [2]Ref{
				{Source: k, Row: rapid.IntRange(0, rows[k]-1).Draw(t, "row")},
				{Source: rapid.IntRange(0, k).Draw(t, "height")},
			}
			pair[1].Row = rapid.IntRange(0, rows[pair[1].Source]-1).Draw(t, "row")
			if rapid.Bool().Draw(t, "swap") {
				pair[0], pair[1] = pair[1], pair[0]
			}
			refs = append(refs, pair[:]...)
		}
		compose, rows = append(compose, refs), append(rows, n)
	}
	return compose
}

// unrolledTreeLSTM is the composition height by height.
func unrolledTreeLSTM(leaves, weight, bias *Node, compose [][]Ref) *Node {
	w := leaves.Shape()[1]
	heights := []*Node{PadColumns(leaves, 0, 2*w)}
	for _, refs := range compose {
		n := len(refs) / 2
		kids := GatherFrom(heights, refs)
		h := Reshape(Columns(kids, 0, w), n, 2*w)
		pre := AddRow(MatMul(h, weight, false, true), bias)
		heights = append(heights, TreeLSTMCell(pre, Reshape(kids, n, 4*w)))
	}
	return Columns(ConcatRows(heights...), 0, w)
}

func TestTreeLSTMLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		leaves, w := size(t, "leaves", 1, 4), size(t, "w", 1, 3)
		compose := drawCompose(t, leaves)
		in := []*tensor.Dense{draw(t, leaves, w), draw(t, 5*w, 2*w), draw(t, 5*w)}
		fused := opCheck{build: func(in []*Node) *Node { return TreeLSTMLevels(in[0], in[1], in[2], compose) }}
		fused.on(t, in...)
		if len(compose) == 0 {
			return // the unrolled one has no gradient in the weights, the fused one zeros
		}
		requireSameResults(t, fused, opCheck{build: func(in []*Node) *Node {
			return unrolledTreeLSTM(in[0], in[1], in[2], compose)
		}}, in)
	})
}

func TestTreeLSTMLevelsPanics(t *testing.T) {
	g := New()
	leaves, weight, bias := Zeros(g, tensor.Float64, 2, 3), Zeros(g, tensor.Float64, 15, 6), Zeros(g, tensor.Float64, 15)
	for name, c := range map[string]struct {
		refs []Ref
		want string
	}{
		"one child":          {[]Ref{{0, 0}}, errShape},
		"child too high":     {[]Ref{{0, 0}, {0, 2}}, errIndex},
		"child negative":     {[]Ref{{0, -1}, {0, 1}}, errIndex},
		"child of no height": {[]Ref{{1, 0}, {0, 1}}, errIndex},
	} {
		mustPanic(t, name, c.want, func() { TreeLSTMLevels(leaves, weight, bias, [][]Ref{c.refs}) })
	}
	mustPanic(t, "short bias", errShape, func() { TreeLSTMLevels(leaves, weight, Zeros(g, tensor.Float64, 5), nil) })
	mustPanic(t, "square weight", errShape, func() { TreeLSTMLevels(leaves, Zeros(g, tensor.Float64, 15, 15), bias, nil) })
}
