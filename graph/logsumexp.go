package graph

import "math"

// LogSumExp returns the vector [n] of log sum_j exp x_ij over the rows of x
// [n, m]. A row of -Inf gives -Inf and has gradient zero.
func LogSumExp(x *Node) *Node {
	n, m := matrixOf(x)
	return apply(spec{
		name:  "log-sum-exp",
		shape: []int{n},
		run:   kernel{eachRowLogSumExp[float32](m), eachRowLogSumExp[float64](m)},
		grad:  func(in []*Node, out, g *Node) []*Node { return []*Node{logSumExpGrad(in[0], out, g)} },
	}, x)
}

// logSumExpGrad returns g_i exp(x_ij - out_i).
func logSumExpGrad(x, out, g *Node) *Node {
	_, m := matrixOf(x)
	return apply(spec{
		name:  "log-sum-exp-grad",
		shape: shapeOf(x),
		run:   kernel{softmaxTimes[float32](m), softmaxTimes[float64](m)},
	}, x, out, g)
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

func softmaxTimes[T Float](m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x, out, g := in[0], in[1], in[2]
		parallel(len(out), grainFor(8*m), func(from, to int) {
			for i := from; i < to; i++ {
				row, lse := dst[i*m:(i+1)*m], float64(out[i])
				if math.IsInf(lse, -1) {
					clear(row)
					continue
				}
				for j, v := range x[i*m : (i+1)*m] {
					row[j] = g[i] * T(math.Exp(float64(v)-lse))
				}
			}
		})
	}
}

// logSumExp is the one definition of it, for rows of scores and of logits. A
// NaN or +Inf among the terms comes through.
func logSumExp[T Float](row []T) float64 {
	top := math.Inf(-1)
	for _, v := range row {
		top = max(top, float64(v))
	}
	if math.IsInf(top, 0) || math.IsNaN(top) {
		return top
	}
	var sum float64
	for _, v := range row {
		sum += math.Exp(float64(v) - top)
	}
	return top + math.Log(sum)
}
