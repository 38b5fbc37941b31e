package graph

import (
	"math"

	kern "arbelos/graph/kernel"
)

// LogSumExp returns the vector [n] of log sum_j exp x_ij over the rows of x
// [n, m]. A row of -Inf gives -Inf and has gradient zero.
func LogSumExp(x *Node) *Node {
	n, m := matrixOf(x)
	return apply(spec{
		name:  "log-sum-exp",
		shape: []int{n},
		run:   kernel{eachRowLogSumExp[float32](m), eachRowLogSumExp[float64](m)},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{logSumExpGrad(in[0], g)} },
	}, x)
}

// logSumExpGrad returns g_i softmax(x_i)_j.
func logSumExpGrad(x, g *Node) *Node {
	_, m := matrixOf(x)
	return apply(spec{
		name:  "log-sum-exp-grad",
		shape: shapeOf(x),
		run:   kernel{logSumExpBack[float32](m), logSumExpBack[float64](m)},
	}, x, g)
}

func eachRowLogSumExp[T Float](m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x := in[0]
		parallel(len(dst), grainFor(8*m), func(from, to int) {
			for i := from; i < to; i++ {
				dst[i] = T(logSumExp(x[i*m : (i+1)*m]))
			}
		})
	}
}

func logSumExpBack[T Float](m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x, g := in[0], in[1]
		parallel(len(g), grainFor(8*m), func(from, to int) {
			for i := from; i < to; i++ {
				row, out := x[i*m:(i+1)*m], dst[i*m:(i+1)*m]
				if math.IsInf(highest(row), -1) {
					clear(out)
					continue
				}
				softmaxTimes(out, row, float64(g[i]))
			}
		})
	}
}

// logSumExp is the one definition of it, for rows of scores and of logits. A
// NaN or +Inf among the terms comes through.
func logSumExp[T Float](row []T) float64 {
	top, sum := kern.MaxSumExp(row)
	if math.IsInf(float64(top), 0) && !math.IsNaN(float64(sum)) { // a NaN among the terms is in the sum
		return float64(top)
	}
	return float64(top) + math.Log(float64(sum))
}

// softmaxTimes writes c softmax(row) to out, which may be row.
func softmaxTimes[T Float](out, row []T, c float64) {
	top, sum := kern.MaxSumExp(row)
	kern.ExpSub(out, row, top)
	scale := T(c / float64(sum))
	if math.IsInf(float64(top), 0) { // no distribution
		scale = T(math.NaN())
	}
	for j := range out {
		out[j] *= scale
	}
}

// highest returns the maximum of a row: NaN if there is one, -Inf if it is
// empty.
func highest[T Float](row []T) float64 {
	top := T(math.Inf(-1))
	for _, v := range row {
		top = max(top, v)
	}
	return float64(top)
}
