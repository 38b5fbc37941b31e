package graph

import "math"

// BagMixture returns the log-probabilities [docs.Rows] of bags of words that are
// drawn from mixtures, as one op:
//
//	out_d = sum over words w of count_dw log sum_k theta_dk phi_wk
//
// without the multinomial coefficient. Row d of docs holds the words of bag d, below
// docs.Cols, and how often each occurs (Value; nil for once); theta [docs.Rows, K]
// are the weights and phi [docs.Cols, K] is how probable a word is under each
// component. Mixtures are computed for the words of each bag alone, not for all of
// the vocabulary. Logarithms and sums run in float64. A word of probability 0 makes
// the result -Inf. docs is not copied and must not change.
func BagMixture(docs *CSR, theta, phi *Node) *Node {
	rows, k := matrixOf(theta)
	words, cols := matrixOf(phi)
	if rows != docs.Rows || words != docs.Cols || cols != k {
		panic(errShape)
	}
	docs.check()
	return apply(spec{
		name:  "bag-mixture",
		shape: []int{rows},
		run:   kernel{bagMixture[float32](docs, k), bagMixture[float64](docs, k)},
		grad: func(in []*Node, _, g *Node) []*Node {
			words, order := docs.transposed()
			ratios := apply(spec{
				name:  "bag-mixture-ratios",
				shape: []int{len(docs.Index)},
				run:   kernel{bagRatios[float32](docs, k), bagRatios[float64](docs, k)},
			}, in[0], in[1], g)
			return []*Node{
				sparseWeighted(docs, ratios, in[1]),
				sparseWeighted(words, Gather(ratios, order), in[0]),
			}
		},
	}, theta, phi)
}

// sparseWeighted returns a x, with the weights in the place of a's values. It has no
// gradient.
func sparseWeighted(a *CSR, weights, x *Node) *Node {
	_, m := matrixOf(x)
	return apply(spec{
		name:  "sparse-weighted",
		shape: []int{a.Rows, m},
		run: kernel{
			func(dst []float32, in [][]float32) { clear(dst); addSparseProduct(dst, a, in[0], in[1], m) },
			func(dst []float64, in [][]float64) { clear(dst); addSparseProduct(dst, a, in[0], in[1], m) },
		},
	}, weights, x)
}

// transposed returns the transposed matrix without values, and for each of its
// entries the place that it had.
func (a *CSR) transposed() (*CSR, []int) {
	places := CSR{Rows: a.Rows, Cols: a.Cols, Start: a.Start, Index: a.Index, Value: make([]float64, len(a.Index))}
	for e := range places.Value {
		places.Value[e] = float64(e)
	}
	t := places.transpose()
	order := make([]int, len(t.Value))
	for i, e := range t.Value {
		order[i] = int(e)
	}
	t.Value = nil
	return t, order
}

// eachMixture calls f for every entry e of row d with sum_k theta_dk phi_wk.
func eachMixture[T Float](docs *CSR, k int, theta, phi []T, d int, f func(e int, p float64)) {
	weights := theta[d*k : (d+1)*k]
	for e := docs.Start[d]; e < docs.Start[d+1]; e++ {
		w := docs.Index[e]
		var p float64
		for j, v := range phi[w*k : (w+1)*k] {
			p += float64(weights[j]) * float64(v)
		}
		f(e, p)
	}
}

func (a *CSR) valueOf(e int) float64 {
	if a.Value == nil {
		return 1
	}
	return a.Value[e]
}

func bagMixture[T Float](docs *CSR, k int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		each := 1 + len(docs.Index)/max(docs.Rows, 1)
		parallel(docs.Rows, grainFor(each*k), func(from, to int) {
			for d := from; d < to; d++ {
				var sum float64
				eachMixture(docs, k, in[0], in[1], d, func(e int, p float64) { sum += docs.valueOf(e) * math.Log(p) })
				dst[d] = T(sum)
			}
		})
	}
}

// bagRatios computes g_d count_dw / sum_k theta_dk phi_wk, by which theta and phi are
// weighted in each other's gradient.
func bagRatios[T Float](docs *CSR, k int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		each := 1 + len(docs.Index)/max(docs.Rows, 1)
		parallel(docs.Rows, grainFor(each*k), func(from, to int) {
			for d := from; d < to; d++ {
				g := float64(in[2][d])
				eachMixture(docs, k, in[0], in[1], d, func(e int, p float64) { dst[e] = T(g * docs.valueOf(e) / p) })
			}
		})
	}
}
