package graph

import "math"

// StandardiseColumns returns the columns of x [n, m] with mean 0 and (biased) variance
// 1 over the rows: what batch normalisation does to the items of a batch (Ioffe and
// Szegedy, ICML 2015). As in LayerNorm, 1e-5 is added to the variance, so that a
// column of equal elements becomes 0.
func StandardiseColumns(x *Node) *Node {
	n, m := matrixOf(x)
	return apply(spec{
		name:  "standardise-columns",
		shape: []int{n, m},
		run:   kernel{standardiseColumns[float32](n, m), standardiseColumns[float64](n, m)},
		grad: func(in []*Node, _, g *Node) []*Node {
			return []*Node{apply(spec{
				name:  "standardise-columns-grad",
				shape: []int{n, m},
				run:   kernel{standardiseColumnsBack[float32](n, m), standardiseColumnsBack[float64](n, m)},
			}, in[0], g)}
		},
	}, x)
}

// eachColumn calls f for every column of x [n, m] with its mean and the inverse of its
// deviation.
func eachColumn[T Float](x []T, n, m int, f func(j int, mean, inv float64)) {
	parallel(m, grainFor(4*n), func(from, to int) {
		for j := from; j < to; j++ {
			var mean, variance float64
			for i := range n {
				mean += float64(x[i*m+j])
			}
			mean /= float64(n)
			for i := range n {
				away := float64(x[i*m+j]) - mean
				variance += away * away
			}
			f(j, mean, 1/math.Sqrt(variance/float64(n)+layerNormEps))
		}
	})
}

func standardiseColumns[T Float](n, m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		eachColumn(in[0], n, m, func(j int, mean, inv float64) {
			for at := j; at < n*m; at += m {
				dst[at] = T((float64(in[0][at]) - mean) * inv)
			}
		})
	}
}

// standardiseColumnsBack computes, with y the standardised column, (g - mean(g) - y
// mean(g y)) / deviation.
func standardiseColumnsBack[T Float](n, m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x, g := in[0], in[1]
		eachColumn(x, n, m, func(j int, mean, inv float64) {
			var sum, along float64
			for at := j; at < n*m; at += m {
				sum += float64(g[at])
				along += float64(g[at]) * (float64(x[at]) - mean) * inv
			}
			sum /= float64(n)
			along /= float64(n)
			for at := j; at < n*m; at += m {
				dst[at] = T((float64(g[at]) - sum - (float64(x[at])-mean)*inv*along) * inv)
			}
		})
	}
}
