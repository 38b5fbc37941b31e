package graph

import "slices"

// LogSoftmaxPick returns the vector [n] of log softmax(x_i)[target_i] over the
// rows of the logits x [n, m], without the matrix of log-probabilities. A row of
// -Inf is no distribution and gives NaN.
func LogSoftmaxPick(x *Node, targets []int) *Node {
	n, m := matrixOf(x)
	if len(targets) != n {
		panic(errShape)
	}
	checkIndex(targets, m)
	targets = slices.Clone(targets)
	return apply(spec{
		name:  "log-softmax-pick",
		shape: []int{n},
		run:   kernel{logPick[float32](targets, m), logPick[float64](targets, m)},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{logPickGrad(in[0], g, targets)} },
	}, x)
}

// logPickGrad returns g_i ([j = target_i] - softmax(x_i)_j).
func logPickGrad(x, g *Node, targets []int) *Node {
	_, m := matrixOf(x)
	return apply(spec{
		name:  "log-softmax-pick-grad",
		shape: shapeOf(x),
		run:   kernel{logPickBack[float32](targets, m), logPickBack[float64](targets, m)},
	}, x, g)
}

func logPick[T Float](targets []int, m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x := in[0]
		parallel(len(dst), grainFor(8*m), func(from, to int) {
			for i := from; i < to; i++ {
				row := x[i*m : (i+1)*m]
				dst[i] = T(float64(row[targets[i]]) - logSumExp(row))
			}
		})
	}
}

func logPickBack[T Float](targets []int, m int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x, g := in[0], in[1]
		parallel(len(g), grainFor(8*m), func(from, to int) {
			for i := from; i < to; i++ {
				out := dst[i*m : (i+1)*m]
				softmaxTimes(out, x[i*m:(i+1)*m], -float64(g[i]))
				out[targets[i]] += g[i]
			}
		})
	}
}
