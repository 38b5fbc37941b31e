package graph

import "math"

// InsideStep computes the inside scores of the spans of width w >= 2 from
// those of all narrower ones, in log space:
//
//	beta[i,j] = s_ij + log sum_k exp(beta[i,k] + beta[k+1,j])
//
// beta is the prefix [c.Upto(w-1)] of the chart, scores [c.Upto(w)-c.Upto(w-1)]
// holds s for the spans of width w. The result is the longer prefix
// [c.Upto(w)]. A span whose every split is impossible (-Inf) is impossible,
// and has gradient zero.
func InsideStep(c *Chart, w int, beta, scores *Node) *Node {
	c.checkStep(w)
	below, upto := c.Upto(w-1), c.Upto(w)
	checkVector(beta, below)
	checkVector(scores, upto-below)
	return apply(spec{
		name:  "inside",
		shape: []int{upto},
		run:   kernel{inside[float32](c, w), inside[float64](c, w)},
		grad: func(in []*Node, _, g *Node) []*Node {
			return []*Node{insideGrad(c, w, in[0], g), Rows(g, below, upto)}
		},
	}, beta, scores)
}

// insideGrad returns the gradient in the shorter prefix.
func insideGrad(c *Chart, w int, beta, g *Node) *Node {
	return apply(spec{
		name:  "inside-grad",
		shape: []int{c.Upto(w - 1)},
		run:   kernel{insideBack[float32](c, w), insideBack[float64](c, w)},
	}, beta, g)
}

func inside[T Float](c *Chart, w int) func([]T, [][]T) {
	below := c.Upto(w - 1)
	return func(dst []T, in [][]T) {
		beta, s := in[0], in[1]
		copy(dst, beta)
		c.each(w, func(b int) {
			for i := range c.Lengths[b] - w + 1 {
				at := c.At(b, i, w)
				dst[at] = s[at-below] + T(splits(c, b, i, w, beta))
			}
		})
	}
}

func insideBack[T Float](c *Chart, w int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		beta, g := in[0], in[1]
		copy(dst, g)
		c.each(w, func(b int) {
			for i := range c.Lengths[b] - w + 1 {
				d := g[c.At(b, i, w)]
				lse := splits(c, b, i, w, beta)
				if math.IsInf(lse, -1) {
					continue
				}
				for k := 1; k < w; k++ {
					left, right := c.At(b, i, k), c.At(b, i+k, w-k)
					p := d * T(math.Exp(float64(beta[left])+float64(beta[right])-lse))
					dst[left] += p
					dst[right] += p
				}
			}
		})
	}
}

// splits returns the log of the sum over the splits of one span.
func splits[T Float](c *Chart, b, i, w int, beta []T) float64 {
	top := math.Inf(-1)
	for k := 1; k < w; k++ {
		top = max(top, float64(beta[c.At(b, i, k)])+float64(beta[c.At(b, i+k, w-k)]))
	}
	if math.IsInf(top, 0) || math.IsNaN(top) {
		return top
	}
	var sum float64
	for k := 1; k < w; k++ {
		sum += math.Exp(float64(beta[c.At(b, i, k)]) + float64(beta[c.At(b, i+k, w-k)]) - top)
	}
	return top + math.Log(sum)
}
