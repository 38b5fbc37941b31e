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
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{scatter(g, idx, n)} },
	}, x)
}

// scatter returns [n, m] (or [n]) with row i of x added to row idx[i], and
// zeros elsewhere.
func scatter(x *Node, idx []int, n int) *Node {
	rows, m := rowsOf(x)
	if rows != len(idx) {
		panic(errShape)
	}
	checkIndex(idx, n)
	idx = slices.Clone(idx)
	return apply(spec{
		name:  "scatter",
		shape: withRows(x, n),
		run: kernel{
			func(dst []float32, in [][]float32) { clear(dst); addTo(dst, in[0], idx, m) },
			func(dst []float64, in [][]float64) { clear(dst); addTo(dst, in[0], idx, m) },
		},
		add: kernel{
			func(dst []float32, in [][]float32) { addTo(dst, in[0], idx, m) },
			func(dst []float64, in [][]float64) { addTo(dst, in[0], idx, m) },
		},
	}, x)
}

// GatherFrom returns the rows refs of several matrices [*, m] of one width.
func GatherFrom(sources []*Node, refs []Ref) *Node {
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
			for s := range in {
				var from, to []int
				for i, r := range refs {
					if r.Source == s {
						from, to = append(from, i), append(to, r.Row)
					}
				}
				grads[s] = scatter(Gather(g, from), to, rows[s])
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

// addTo adds in the order of idx. It is cut by columns, so that two rows
// that go to one place are always added in the same order.
func addTo[T Float](dst, x []T, idx []int, m int) {
	parallel(m, grainFor(len(idx)), func(from, to int) {
		for i, r := range idx {
			out := dst[r*m+from : r*m+to]
			for j, v := range x[i*m+from : i*m+to] {
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
