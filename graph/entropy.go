package graph

import "math"

// EntropyStep computes the entropies of the spans of width w >= 2: of the
// distribution of a span's subtree given that the span is there,
//
//	H[i,j] = sum_k w_k (H[i,k] + H[k+1,j] - log w_k),  w_k the split's probability
//
// (Hwa, 2000). beta and h are the prefixes [c.Upto(w-1)] of the inside scores
// and of the entropies; the result is the longer prefix [c.Upto(w)] of the
// entropies. An impossible split adds nothing; an impossible span has H = 0.
func EntropyStep(c *Chart, w int, beta, h *Node) *Node {
	c.checkStep(w)
	below := c.Upto(w - 1)
	checkVector(beta, below)
	checkVector(h, below)
	return apply(spec{
		name:  "entropy",
		shape: []int{c.Upto(w)},
		run:   kernel{entropy[float32](c, w), entropy[float64](c, w)},
		grad: func(in []*Node, out, g *Node) []*Node {
			return []*Node{entropyGradBeta(c, w, in[0], in[1], out, g), entropyGradH(c, w, in[0], g)}
		},
	}, beta, h)
}

// entropyGradBeta: dH/d(beta_l + beta_r of split k) = w_k (C_k - log w_k - H).
func entropyGradBeta(c *Chart, w int, beta, h, out, g *Node) *Node {
	return apply(spec{
		name:  "entropy-grad-beta",
		shape: []int{c.Upto(w - 1)},
		run:   kernel{entropyBackBeta[float32](c, w), entropyBackBeta[float64](c, w)},
	}, beta, h, out, g)
}

func entropyGradH(c *Chart, w int, beta, g *Node) *Node {
	return apply(spec{
		name:  "entropy-grad-h",
		shape: []int{c.Upto(w - 1)},
		run:   kernel{insideBack[float32](c, w), insideBack[float64](c, w)}, // the same weights w_k
	}, beta, g)
}

func entropy[T Float](c *Chart, w int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		beta, h := in[0], in[1]
		copy(dst, h)
		c.each(w, func(b int) {
			for i := range c.Lengths[b] - w + 1 {
				dst[c.At(b, i, w)] = T(spanEntropy(c, b, i, w, beta, h))
			}
		})
	}
}

func entropyBackBeta[T Float](c *Chart, w int) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		beta, h, out, g := in[0], in[1], in[2], in[3]
		clear(dst)
		c.each(w, func(b int) {
			for i := range c.Lengths[b] - w + 1 {
				at := c.At(b, i, w)
				total, d := float64(out[at]), float64(g[at])
				eachSplit(c, b, i, w, beta, func(left, right int, p, logP float64) {
					v := T(d * p * (float64(h[left]) + float64(h[right]) - logP - total))
					dst[left] += v
					dst[right] += v
				})
			}
		})
	}
}

// spanEntropy returns the entropy of one span.
func spanEntropy[T Float](c *Chart, b, i, w int, beta, h []T) float64 {
	var sum float64
	eachSplit(c, b, i, w, beta, func(left, right int, p, logP float64) {
		sum += p * (float64(h[left]) + float64(h[right]) - logP)
	})
	return sum
}

// eachSplit calls f for the possible splits of one span with the splits'
// probabilities.
func eachSplit[T Float](c *Chart, b, i, w int, beta []T, f func(left, right int, p, logP float64)) {
	lse := splits(c, b, i, w, beta)
	if math.IsInf(lse, -1) {
		return
	}
	for k := 1; k < w; k++ {
		left, right := c.At(b, i, k), c.At(b, i+k, w-k)
		logP := float64(beta[left]) + float64(beta[right]) - lse
		if p := math.Exp(logP); p != 0 { // NaN goes on
			f(left, right, p, logP)
		}
	}
}
