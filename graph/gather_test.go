package graph

import (
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestGather(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 4), size(t, "m", 0, 4)
		idx := indices(t, n, 6)
		opCheck{
			func(in []*Node) *Node { return Gather(in[0], idx) },
			func(in [][]float64) []float64 {
				out := []float64{}
				for _, r := range idx {
					for j := range m {
						out = append(out, in[0][r*m+j])
					}
				}
				return out
			},
		}.on(t, draw(t, n, m))
	})
}

func TestGatherFromVector(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := size(t, "n", 0, 4)
		idx := indices(t, n, 6)
		opCheck{
			func(in []*Node) *Node { return Gather(in[0], idx) },
			func(in [][]float64) []float64 {
				out := []float64{}
				for _, r := range idx {
					out = append(out, in[0][r])
				}
				return out
			},
		}.on(t, draw(t, n))
	})
}

// One matrix gathered from at several levels, as embeddings and states are: the
// gradients add up in one buffer.
func TestGatherOften(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m, k := size(t, "n", 1, 4), size(t, "m", 1, 3), size(t, "k", 1, 4)
		var idx [3][]int
		for l := range idx {
			idx[l] = rapid.SliceOfN(rapid.IntRange(0, n-1), k, k).Draw(t, "idx")
		}
		opCheck{build: func(in []*Node) *Node {
			out := Gather(in[0], idx[0])
			for _, i := range idx[1:] {
				out = Mul(out, Gather(in[0], i))
			}
			return out
		}}.on(t, draw(t, n, m))
	})
}

func TestGatherFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := size(t, "m", 1, 4)
		sources := make([]*tensor.Dense, size(t, "sources", 1, 4))
		for s := range sources {
			sources[s] = draw(t, size(t, "rows", 0, 3), m)
		}
		var refs []Ref
		for range size(t, "refs", 0, 6) {
			s := size(t, "source", 0, len(sources)-1)
			if n := sources[s].Shape()[0]; n > 0 {
				refs = append(refs, Ref{s, size(t, "row", 0, n-1)})
			}
		}
		opCheck{
			func(in []*Node) *Node { return GatherFrom(in, refs) },
			func(in [][]float64) []float64 {
				out := []float64{}
				for _, r := range refs {
					for j := range m {
						out = append(out, in[r.Source][r.Row*m+j])
					}
				}
				return out
			},
		}.on(t, sources...)
	})
}

func TestGatherFromOneSourceTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 1, 3), size(t, "m", 1, 3)
		refs := []Ref{{0, 0}, {1, n - 1}, {1, 0}, {0, n - 1}}
		opCheck{build: func(in []*Node) *Node { return GatherFrom([]*Node{in[0], in[0]}, refs) }}.on(t, draw(t, n, m))
	})
}

func TestGatherCopiesItsIndices(t *testing.T) {
	g := New()
	x := Input(g, "x", FromFloat64s(tensor.Float64, []float64{5, 6}, 2, 1))
	idx, refs := []int{0}, []Ref{{0, 0}}
	a, b := Gather(x, idx), GatherFrom([]*Node{x}, refs)
	idx[0], refs[0] = 1, Ref{0, 1}
	got := finish(t, NewPool(), a, b)
	requireSameBits(t, "Gather", got[0], []float64{5})
	requireSameBits(t, "GatherFrom", got[1], []float64{5})
}

func TestGatherPanics(t *testing.T) {
	g := New()
	x, v := Zeros(g, tensor.Float64, 2, 3), Zeros(g, tensor.Float64, 2)
	cube := Zeros(g, tensor.Float64, 2, 2, 2)
	mustPanic(t, "row too high", errIndex, func() { Gather(x, []int{2}) })
	mustPanic(t, "row negative", errIndex, func() { Gather(v, []int{-1}) })
	mustPanic(t, "three axes", errShape, func() { Gather(cube, []int{0}) })
	mustPanic(t, "source too high", errIndex, func() { GatherFrom([]*Node{x}, []Ref{{1, 0}}) })
	mustPanic(t, "source negative", errIndex, func() { GatherFrom([]*Node{x}, []Ref{{-1, 0}}) })
	mustPanic(t, "row of a source too high", errIndex, func() { GatherFrom([]*Node{x}, []Ref{{0, 2}}) })
	mustPanic(t, "row of a source negative", errIndex, func() { GatherFrom([]*Node{x}, []Ref{{0, -1}}) })
	mustPanic(t, "widths that differ", errShape, func() { GatherFrom([]*Node{x, Zeros(g, tensor.Float64, 2, 2)}, nil) })
	mustPanic(t, "a vector among the sources", errShape, func() { GatherFrom([]*Node{x, v}, nil) })
	mustPanic(t, "no sources", errGraph, func() { GatherFrom(nil, nil) })
}
