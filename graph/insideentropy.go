package graph

// InsideEntropy computes the inside scores and the entropies of all spans of a
// chart, as one op: what InsideStep and EntropyStep do width by width. scores
// is the vector of all span scores; both results are of its length.
func InsideEntropy(c *Chart, scores *Node) (beta, entropy *Node) {
	n := c.Upto(c.MaxWidth())
	checkVector(scores, n)
	all := apply(spec{
		name:  "inside-entropy",
		shape: []int{2 * n},
		run:   kernel{insideEntropy[float32](c), insideEntropy[float64](c)},
		grad: func(_ []*Node, out, g *Node) []*Node {
			return []*Node{apply(spec{
				name:    "inside-entropy-grad",
				shape:   []int{n},
				scratch: []int{n},
				run:     kernel{insideEntropyBack[float32](c), insideEntropyBack[float64](c)},
			}, out, g)}
		},
	}, scores)
	return Rows(all, 0, n), Rows(all, n, 2*n)
}

func insideEntropy[T Float](c *Chart) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		n := len(in[0])
		beta, h, s := dst[:n], dst[n:], in[0]
		copy(beta, s)
		clear(h[:c.Upto(min(1, c.MaxWidth()))])
		for w := 2; w <= c.MaxWidth(); w++ {
			c.each(w, func(b int) {
				for i := range c.Lengths[b] - w + 1 {
					at := c.At(b, i, w)
					beta[at] += T(splits(c, b, i, w, beta))
					h[at] = T(spanEntropy(c, b, i, w, beta, h))
				}
			})
		}
	}
}

// insideEntropyBack goes from the widest spans to the narrowest: what a span
// gets from wider ones is complete when its turn comes. The gradient in a
// span's score is that in its inside score.
func insideEntropyBack[T Float](c *Chart) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		n := len(dst)
		beta, h := in[0][:n], in[0][n:]
		dh := in[2]
		copy(dst, in[1])
		copy(dh, in[1][n:])
		for w := c.MaxWidth(); w >= 2; w-- {
			c.each(w, func(b int) {
				for i := range c.Lengths[b] - w + 1 {
					at := c.At(b, i, w)
					d, e, total := float64(dst[at]), float64(dh[at]), float64(h[at])
					eachSplit(c, b, i, w, beta, func(left, right int, p, logP float64) {
						v := d * p
						if e != 0 {
							v += e * p * (float64(h[left]) + float64(h[right]) - logP - total)
						}
						dst[left] += T(v)
						dst[right] += T(v)
						dh[left] += T(e * p)
						dh[right] += T(e * p)
					})
				}
			})
		}
	}
}
