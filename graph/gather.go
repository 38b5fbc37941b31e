package graph

import "slices"

// Ref names a row of one of several matrices.
type Ref struct{ Source, Row int }

// Gather returns the rows idx of x [n, m] (or the elements of a vector x [n])
// in that order; a row may come more than once. Its gradient adds the rows
// back where they came from.
func Gather(x *Node, idx []int) *Node {
	n, m := rowsOf(x)
	checkIndex(idx, n)
	idx = slices.Clone(idx)
	return apply(spec{
		name:  "gather",
		shape: withRows(x, len(idx)),
		run:   kernel{gather[float32](idx, m), gather[float64](idx, m)},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{scatter(g, nil, idx, n)} },
	}, x)
}

// scatter returns [n, m] (or [n]) with row from[i] of x added to row to[i], and
// zeros elsewhere. Where from is nil, row i of x is taken.
func scatter(x *Node, from, to []int, n int) *Node {
	_, m := rowsOf(x)
	return apply(spec{
		name:  "scatter",
		shape: withRows(x, n),
		run: kernel{
			func(dst []float32, in [][]float32) { clear(dst); addRowsTo(dst, in[0], from, to, m) },
			func(dst []float64, in [][]float64) { clear(dst); addRowsTo(dst, in[0], from, to, m) },
		},
		add: kernel{
			func(dst []float32, in [][]float32) { addRowsTo(dst, in[0], from, to, m) },
			func(dst []float64, in [][]float64) { addRowsTo(dst, in[0], from, to, m) },
		},
	}, x)
}

// GatherFrom returns the rows refs of several matrices [*, m] of one width.
func GatherFrom(sources []*Node, refs []Ref) *Node {
	if len(sources) == 0 {
		panic(errGraph)
	}
	_, m := matrixOf(sources[0])
	rows := make([]int, len(sources))
	for i, s := range sources {
		var w int
		if rows[i], w = matrixOf(s); w != m {
			panic(errShape)
		}
	}
	for _, r := range refs {
		if r.Source < 0 || r.Source >= len(sources) || r.Row < 0 || r.Row >= rows[r.Source] {
			panic(errIndex)
		}
	}
	refs = slices.Clone(refs)
	return apply(spec{
		name:  "gather-from",
		shape: []int{len(refs), m},
		run:   kernel{gatherFrom[float32](refs, m), gatherFrom[float64](refs, m)},
		grad: func(in []*Node, _, g *Node) []*Node {
			grads := make([]*Node, len(in))
			from, to := make([][]int, len(in)), make([][]int, len(in))
			for i, r := range refs {
				from[r.Source] = append(from[r.Source], i)
				to[r.Source] = append(to[r.Source], r.Row)
			}
			for s := range in {
				grads[s] = scatter(g, from[s], to[s], rows[s])
			}
			return grads
		},
	}, sources...)
}

func gather[T Float](idx []int, m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x := in[0]
		parallel(len(idx), grainFor(m), func(from, to int) {
			for i := from; i < to; i++ {
				copy(dst[i*m:(i+1)*m], x[idx[i]*m:])
			}
		})
	}
}

func gatherFrom[T Float](refs []Ref, m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		parallel(len(refs), grainFor(m), func(from, to int) {
			for i := from; i < to; i++ {
				r := refs[i]
				copy(dst[i*m:(i+1)*m], in[r.Source][r.Row*m:])
			}
		})
	}
}

// addRowsTo adds in the order of the lists. It is cut by columns, so that two
// rows that go to one place are always added in the same order.
func addRowsTo[T Float](dst, x []T, from, to []int, m int) {
	parallel(m, grainFor(len(to)), func(left, right int) {
		for i, r := range to {
			if from != nil {
				i = from[i]
			}
			out := dst[r*m+left : r*m+right]
			for j, v := range x[i*m+left : i*m+right] {
				out[j] += v
			}
		}
	})
}

func checkIndex(idx []int, n int) {
	for _, i := range idx {
		if i < 0 || i >= n {
			panic(errIndex)
		}
	}
}
