package layers

import (
	"testing"

	"pgregory.net/rapid"

	"arbelos/graph"
)

// An embedding of ids, some of them twice, is the table's rows, and every row's
// gradient the sum over its uses.
func TestEmbedding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size, width := rapid.IntRange(1, 5).Draw(t, "size"), rapid.IntRange(1, 4).Draw(t, "width")
		ids := rapid.SliceOfN(rapid.IntRange(0, size-1), 1, 8).Draw(t, "ids")
		r := drawRand(t)
		m := newMaker(r)
		e := NewEmbedding(m, "words", size, width)
		s := subject{params: m.Params, build: func(c *Context, _ []*graph.Node) *graph.Node { return e.Forward(c, ids) }}
		got, _ := s.run(t)
		var want []float64
		for _, id := range ids {
			want = append(want, rows(e.Table.Value.Float64s(), width)[id]...)
		}
		near(t, "embedding", got, want, 0)
		s.checkDirections(t, r)
	})
}

func TestEmbeddingEveryElement(t *testing.T) {
	m := newMaker(graph.Rand(1, "test"))
	e := NewEmbedding(m, "words", 4, 3)
	subject{params: m.Params, build: func(c *Context, _ []*graph.Node) *graph.Node {
		return e.Forward(c, []int{2, 0, 2, 2, 3})
	}}.checkEveryElement(t)
}
