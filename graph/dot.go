package graph

import "slices"

// Dot returns the scalar sum of w[i] x[i] over the vector x [n].
func Dot(x *Node, w []float64) *Node {
	checkVector(x, len(w))
	w = slices.Clone(w)
	return apply(spec{
		name: "dot",
		run:  kernel{dot[float32](w), dot[float64](w)},
		grad: func(_ []*Node, _, g *Node) []*Node { return []*Node{spread(g, w)} },
	}, x)
}

// Sum returns the scalar sum of the vector x [n].
func Sum(x *Node) *Node {
	n, _ := rowsOf(x)
	ones := make([]float64, n)
	for i := range ones {
		ones[i] = 1
	}
	return Dot(x, ones)
}

// spread returns the vector w times the scalar s.
func spread(s *Node, w []float64) *Node {
	return apply(spec{
		name:  "spread",
		shape: []int{len(w)},
		run: kernel{
			func(dst []float32, in [][]float32) { spreadTo(dst, in[0][0], w) },
			func(dst []float64, in [][]float64) { spreadTo(dst, in[0][0], w) },
		},
	}, s)
}

func spreadTo[T Float](dst []T, s T, w []float64) {
	for i, v := range w {
		dst[i] = s * T(v)
	}
}

func dot[T Float](w []float64) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		var sum float64
		for i, v := range in[0] {
			sum += w[i] * float64(v)
		}
		dst[0] = T(sum)
	}
}
