package main

import "math"

// logGamma returns log gamma(x). Below 16 the recurrence leads to y = x + 8,
//
//	log gamma(x) = log gamma(y) - log of the product of x+i over i = 0..7,
//
// where the product is Q(u) as in digamma; from there on y is x. Stirling's series
// (DLMF 5.11.1) gives log gamma(y).
func (l lanes) logGamma(x vec) vec {
	const bound = 16
	one := l.constant(1)
	u := l.mul(x, l.add(x, l.constant(7)))
	product := l.mul(u, l.horner(u, 720, 252, 28, 1))
	y := l.below(x, bound, l.add(x, l.constant(8)), x)
	product = l.below(x, bound, product, one)

	// The product of tiny x is subnormal: 2^60 times it is not.
	logProduct := l.logOf(l.mul(product, l.constant(1<<60)))
	logProduct = l.sub(logProduct, l.constant(60*math.Ln2))

	// (y - 1/2) log y - y + log(2 pi)/2 + sum of B_2n / (2n (2n-1) y^(2n-1)) with
	// the Bernoulli numbers 1/6, -1/30, 1/42, -1/30, 5/66, -691/2730, 7/6; the next
	// term is below 1e-15 at 8.
	r := l.div(one, y)
	series := l.horner(l.mul(r, r), 1./12, -1./360, 1./1260, -1./1680, 1./1188, -691./360360, 1./156)
	sum := l.sub(l.constant(0.5*math.Log(2*math.Pi)), y)
	l.fma(r, series, sum)
	l.fma(l.sub(y, l.constant(0.5)), l.logOf(y), sum)
	result := l.sub(sum, logProduct)

	// The logarithm of a product of zero is no number.
	return l.blend(x, l.below(x, math.SmallestNonzeroFloat64, l.constant(math.Inf(1)), result))
}
