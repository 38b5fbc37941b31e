package graph

import (
	"math"
	"slices"
)

// SpanMLP are the parameters of the score of a span, as nodes; m is the width
// of the hidden layer.
type SpanMLP struct {
	Bias        *Node // [m], of the first linear map
	Gain, Shift *Node // [m], of the layer norm
	Out         *Node // [1, m]
	OutBias     *Node // [1]
	Mask        *Node // [spans, m], of dropout; nil for none
}

// SpanScores scores all spans of a chart, as one op that never holds the hidden
// layers of all of them:
//
//	s = Out . (Mask * LayerNorm(ReLU(u_to - u_from + Bias))) + OutBias
//
// u [sum over the sentences of T+1, m] are the fenceposts after the first
// linear map, sentence by sentence; a span goes from the fencepost before its
// first word to the one after its last. The result is in the chart's order.
func SpanScores(c *Chart, u *Node, p SpanMLP) *Node {
	l := newSpanScores(c, u)
	checkVector(p.Bias, l.m)
	checkVector(p.Gain, l.m)
	checkVector(p.Shift, l.m)
	checkVector(p.OutBias, 1)
	if rows, cols := matrixOf(p.Out); rows != 1 || cols != l.m {
		panic(errShape)
	}
	children := []*Node{u, p.Bias, p.Gain, p.Shift, p.Out, p.OutBias}
	if p.Mask != nil {
		if rows, cols := matrixOf(p.Mask); rows != l.spans || cols != l.m {
			panic(errShape)
		}
		children = append(children, p.Mask)
	}
	return apply(spec{
		name:  "span-scores",
		shape: []int{l.spans},
		run:   kernel{spanScores[float32](l), spanScores[float64](l)},
		wrt:   []bool{true, true, true, true, true, true, false}[:len(children)],
		grad: func(in []*Node, _, g *Node) []*Node {
			// The gradients in u, bias, gain, shift, out and out's bias.
			all := apply(spec{
				name:    "span-scores-grad",
				shape:   []int{(l.posts+4)*l.m + 1},
				scratch: []int{len(c.Lengths) * (4*l.m + 1)},
				run:     kernel{spanScoresBack[float32](l), spanScoresBack[float64](l)},
			}, append([]*Node{g}, in...)...)
			row := func(i int) *Node { return Rows(all, (l.posts+i)*l.m, (l.posts+i+1)*l.m) }
			grads := []*Node{
				Reshape(Rows(all, 0, l.posts*l.m), l.posts, l.m),
				row(0), row(1), row(2), Reshape(row(3), 1, l.m),
				Rows(all, (l.posts+4)*l.m, (l.posts+4)*l.m+1),
				nil,
			}
			return grads[:len(in)]
		},
	}, children...)
}

type spanScoresLayout struct {
	chart           *Chart
	spans, posts, m int
	first           []int // fencepost of each sentence
}

func newSpanScores(c *Chart, u *Node) spanScoresLayout {
	l := spanScoresLayout{chart: c, spans: c.Upto(c.MaxWidth())}
	for _, n := range c.Lengths {
		l.first = append(l.first, l.posts)
		l.posts += n + 1
	}
	var rows int
	if rows, l.m = matrixOf(u); rows != l.posts {
		panic(errShape)
	}
	return l
}

// each calls what sentence returns for every span of sentence b, several
// sentences at a time.
func (l spanScoresLayout) each(sentence func(b int) func(at, from, to int)) {
	parallel(len(l.chart.Lengths), 1, func(lo, hi int) {
		for b := lo; b < hi; b++ {
			f := sentence(b)
			n := l.chart.Lengths[b]
			for w := 1; w <= n; w++ {
				for i := range n - w + 1 {
					f(l.chart.At(b, i, w), l.first[b]+i, l.first[b]+i+w)
				}
			}
		}
	})
}

// spanRow is the hidden layer of one span: standardised is the layer norm
// before gain and shift, live says where the ReLU is open.
type spanRow[T Float] struct {
	standardised []T
	live         []bool
	invDeviation float64
}

func newSpanRow[T Float](m int) *spanRow[T] {
	return &spanRow[T]{standardised: make([]T, m), live: make([]bool, m)}
}

func (r *spanRow[T]) compute(from, to, bias []T) {
	for j := range r.standardised {
		x := to[j] - from[j] + bias[j]
		r.live[j] = x > 0
		r.standardised[j] = max(x, 0)
	}
	var mean float64
	mean, r.invDeviation = moments(r.standardised)
	for j, v := range r.standardised {
		r.standardised[j] = T((float64(v) - mean) * r.invDeviation)
	}
}

func spanScores[T Float](l spanScoresLayout) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		if len(in) == 6 {
			spanScoresUnmasked(l, dst, in)
			return
		}
		u, bias, gain, shift, out, outBias, mask := in[0], in[1], in[2], in[3], in[4], in[5], in[6]
		l.each(func(int) func(at, from, to int) {
			row := newSpanRow[T](l.m)
			return func(at, from, to int) {
				row.compute(u[from*l.m:], u[to*l.m:], bias)
				var sum T
				for j, y := range row.standardised {
					sum += (y*gain[j] + shift[j]) * out[j] * mask[at*l.m+j]
				}
				dst[at] = sum + outBias[0]
			}
		})
	}
}

// spanScoresUnmasked passes over a span's hidden layer r once. Without dropout
// the last two layers are, with w = gain * out,
//
//	sum_j w_j (r_j - mean) / deviation + sum_j shift_j out_j
func spanScoresUnmasked[T Float](l spanScoresLayout, dst []T, in [][]T) {
	u, bias, gain, shift, out, outBias := in[0], in[1], in[2], in[3], in[4], in[5]
	weight := make([]T, l.m)
	var weights, constant float64
	for j := range weight {
		weight[j] = gain[j] * out[j]
		weights += float64(weight[j])
		constant += float64(shift[j]) * float64(out[j])
	}
	constant += float64(outBias[0])
	l.each(func(int) func(at, from, to int) {
		return func(at, from, to int) {
			sum, squares, dot := spanSums(u[from*l.m:(from+1)*l.m], u[to*l.m:(to+1)*l.m], bias, weight)
			mean := sum / float64(l.m)
			variance := max(squares/float64(l.m)-mean*mean, 0)
			dst[at] = T((dot-mean*weights)/math.Sqrt(variance+layerNormEps) + constant)
		}
	})
}

// spanSums returns the sums of r, of its squares and of r times weight, for
// r = max(to - from + bias, 0). Two terms at a time keep the additions from
// waiting for one another.
func spanSums[T Float](from, to, bias, weight []T) (sum, squares, dot float64) {
	to, bias, weight = to[:len(from)], bias[:len(from)], weight[:len(from)]
	var sum1, squares1, dot1 float64
	j := 0
	for ; j+1 < len(from); j += 2 {
		r, r1 := float64(max(to[j]-from[j]+bias[j], 0)), float64(max(to[j+1]-from[j+1]+bias[j+1], 0))
		sum += r
		sum1 += r1
		squares += r * r
		squares1 += r1 * r1
		dot += r * float64(weight[j])
		dot1 += r1 * float64(weight[j+1])
	}
	if j < len(from) {
		r := float64(max(to[j]-from[j]+bias[j], 0))
		sum += r
		squares += r * r
		dot += r * float64(weight[j])
	}
	return sum + sum1, squares + squares1, dot + dot1
}

func spanScoresBack[T Float](l spanScoresLayout) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		g, sums, in := in[0], in[len(in)-1], in[1:len(in)-1]
		u, bias, gain, shift, out := in[0], in[1], in[2], in[3], in[4]
		clear(dst)
		m := l.m
		// The parameters' gradients are summed in each sentence by itself and
		// then over the sentences, whatever the number of threads.
		clear(sums)
		own := slices.Collect(slices.Chunk(sums, 4*m+1))
		l.each(func(b int) func(at, from, to int) {
			row := newSpanRow[T](m)
			dy := make([]float64, m)
			dBias, dGain, dShift, dOut := own[b][:m], own[b][m:2*m], own[b][2*m:3*m], own[b][3*m:4*m]
			return func(at, from, to int) {
				row.compute(u[from*m:], u[to*m:], bias)
				d := g[at]
				own[b][4*m] += d
				var sum, sumY float64
				for j, y := range row.standardised {
					keep := T(1)
					if len(in) == 7 {
						keep = in[6][at*m+j]
					}
					dOut[j] += d * keep * (y*gain[j] + shift[j])
					e := d * keep * out[j]
					dGain[j] += e * y
					dShift[j] += e
					dy[j] = float64(e * gain[j])
					sum += dy[j]
					sumY += dy[j] * float64(y)
				}
				sum, sumY = sum/float64(m), sumY/float64(m)
				for j, y := range row.standardised {
					if row.live[j] {
						v := T((dy[j] - sum - float64(y)*sumY) * row.invDeviation)
						dBias[j] += v
						dst[to*m+j] += v
						dst[from*m+j] -= v
					}
				}
			}
		})
		params := dst[l.posts*m:]
		for _, x := range own {
			for j, v := range x {
				params[j] += v
			}
		}
	}
}
