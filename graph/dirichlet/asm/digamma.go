package main

// digamma returns digamma(x). The recurrence leads to y = x + 8,
//
//	digamma(x) = digamma(y) - sum of 1/(x+i) over i = 0..7,
//
// and the asymptotic series (DLMF 5.11.2) gives digamma(y). With u = x (x+7) the
// product (x+i)(x+7-i) is u + i(7-i), so that the sum is (2x+7) Q'(u)/Q(u) for
// Q(u) = u (u+6) (u+10) (u+12), in which nothing cancels.
func (l lanes) digamma(x vec) vec {
	// Beyond 1e18 the sum, 8/x, no longer counts; nor does its u overflow.
	z := l.min(l.constant(1e18), x)
	u := l.mul(z, l.add(z, l.constant(7)))
	sum := l.div(
		l.mul(l.horner(z, 7, 2), l.horner(u, 720, 504, 84, 4)),
		l.mul(u, l.horner(u, 720, 252, 28, 1)))

	// One division makes 1/y and the (m-1)/(m+1) of the logarithm. y is
	// quartered, so that the product does not overflow.
	y := l.add(x, l.constant(8))
	e, m := l.split(y)
	quarter := l.mul(y, l.constant(0.25))
	one := l.constant(1)
	below, above := l.sub(m, one), l.add(m, one)
	d := l.div(one, l.mul(quarter, above))
	s := l.mul(below, l.mul(d, quarter))
	r := l.mul(d, l.mul(above, l.constant(0.25)))

	log := l.log(e, s)

	// digamma(y) = log y - 1/(2y) - sum of B_2n / (2n y^2n) with the Bernoulli
	// numbers 1/6, -1/30, 1/42, -1/30, 5/66, -691/2730, 7/6, -3617/510; the next
	// term is below 2e-16 at 8.
	r2 := l.mul(r, r)
	sum = l.add(sum, l.mul(r, l.constant(0.5)))
	l.fma(r2, l.horner(r2, 1./12, -1./120, 1./252, -1./240, 1./132, -691./32760, 1./12, -3617./8160), sum)
	result := l.sub(log, sum)

	return l.blend(x, result)
}
