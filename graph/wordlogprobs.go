package graph

import "slices"

// wordBlock is how many rows of logits exist at a time: enough for the matrix
// product to run at full speed.
const wordBlock = 256

// WordLogProbs returns the vector [n] of log softmax(x_i E^T + b)[target_i] for
// the states x [n, h], as one op: what MatMul, AddRow and LogSoftmaxPick do, in
// blocks of rows, so that the [n, v] logits never exist whole. table is E
// [v, h], bias is b [v]. The gradient makes each block of logits again.
func WordLogProbs(x, table, bias *Node, targets []int) *Node {
	n, h := matrixOf(x)
	v, cols := matrixOf(table)
	if cols != h || len(targets) != n {
		panic(errShape)
	}
	checkVector(bias, v)
	checkIndex(targets, v)
	l := wordLogProbs{n: n, h: h, v: v, targets: slices.Clone(targets)}
	return apply(spec{
		name:    "word-log-probs",
		shape:   []int{n},
		scratch: []int{min(wordBlock, n) * v},
		run:     kernel{wordsAhead[float32](l), wordsAhead[float64](l)},
		grad: func(in []*Node, _, g *Node) []*Node {
			// The gradients in x, the table and the bias.
			all := apply(spec{
				name:    "word-log-probs-grad",
				shape:   []int{n*h + v*h + v},
				scratch: []int{min(wordBlock, n) * v},
				run:     kernel{wordsBack[float32](l), wordsBack[float64](l)},
			}, in[0], in[1], in[2], g)
			return []*Node{
				Reshape(Rows(all, 0, n*h), n, h),
				Reshape(Rows(all, n*h, (n+v)*h), v, h),
				Rows(all, (n+v)*h, (n+v)*h+v),
			}
		},
	}, x, table, bias)
}

type wordLogProbs struct {
	n, h, v int
	targets []int
}

// eachWordBlock calls f with the logits, bias included, of rows from to to-1, block by
// block, in buf. f may overwrite them.
func eachWordBlock[T Float](l wordLogProbs, buf, x, table, bias []T, f func(from, to int, logits []T)) {
	for from := 0; from < l.n; from += wordBlock {
		to := min(from+wordBlock, l.n)
		logits := buf[:(to-from)*l.v]
		parallel(to-from, grainFor(l.v), func(lo, hi int) {
			for r := lo; r < hi; r++ {
				copy(logits[r*l.v:], bias)
			}
		})
		multiply(to-from, l.v, l.h, x[from*l.h:to*l.h], false, table, true, 1, logits)
		f(from, to, logits)
	}
}

func wordsAhead[T Float](l wordLogProbs) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		eachWordBlock(l, in[3], in[0], in[1], in[2], func(from, to int, logits []T) {
			parallel(to-from, grainFor(8*l.v), func(lo, hi int) {
				for r := lo; r < hi; r++ {
					row := logits[r*l.v : (r+1)*l.v]
					dst[from+r] = T(float64(row[l.targets[from+r]]) - logSumExp(row))
				}
			})
		})
	}
}

func wordsBack[T Float](l wordLogProbs) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		x, table, bias, g := in[0], in[1], in[2], in[3]
		dx, dTable, dBias := dst[:l.n*l.h], dst[l.n*l.h:(l.n+l.v)*l.h], dst[(l.n+l.v)*l.h:]
		clear(dTable)
		clear(dBias)
		eachWordBlock(l, in[4], x, table, bias, func(from, to int, logits []T) {
			rows := to - from
			parallel(rows, grainFor(8*l.v), func(lo, hi int) {
				for r := lo; r < hi; r++ {
					row := logits[r*l.v : (r+1)*l.v]
					softmaxTimes(row, row, -float64(g[from+r]))
					row[l.targets[from+r]] += g[from+r]
				}
			})
			multiply(rows, l.h, l.v, logits, false, table, false, 0, dx[from*l.h:to*l.h])
			multiply(l.v, l.h, rows, logits, true, x[from*l.h:to*l.h], false, 1, dTable)
			addRows(dBias, logits, rows, l.v)
		})
	}
}
