package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// digamma writes a function that sets dst[i] to digamma(x[i]) for whole
// registers of positive elements. The recurrence leads to y = x + 8,
//
//	digamma(x) = digamma(y) - sum of 1/(x+i) over i = 0..7,
//
// and the asymptotic series (DLMF 5.11.2) gives digamma(y). With u = x (x+7) the
// product (x+i)(x+7-i) is u + i(7-i), so that the sum is (2x+7) Q'(u)/Q(u) for
// Q(u) = u (u+6) (u+10) (u+12), in which nothing cancels.
func digamma(l lanes) {
	TEXT("digamma"+l.suffix, NOSPLIT, "func(n int, dst, x *float64)")
	Doc("digamma" + l.suffix + " sets dst[i] to digamma(x[i]) for the i below n, which is a positive multiple of 8.")
	Pragma("noescape")
	n, dst, src := load("n"), load("dst"), load("x")
	Label("turn")
	x := l.result(l.move, Mem{Base: src})

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

	// log y = e log 2 + 2 (s + s³/3 + s⁵/5 + ...), |s| < 0.172: the first term
	// left out is below 1e-18.
	log := l.mul(e, l.constant(math.Ln2))
	s2 := l.mul(s, s)
	l.fma(s, l.horner(s2, 2, 2./3, 2./5, 2./7, 2./9, 2./11, 2./13, 2./15, 2./17, 2./19, 2./21), log)

	// digamma(y) = log y - 1/(2y) - sum of B_2n / (2n y^2n) with the Bernoulli
	// numbers 1/6, -1/30, 1/42, -1/30, 5/66, -691/2730, 7/6, -3617/510; the next
	// term is below 2e-16 at 8.
	r2 := l.mul(r, r)
	sum = l.add(sum, l.mul(r, l.constant(0.5)))
	l.fma(r2, l.horner(r2, 1./12, -1./120, 1./252, -1./240, 1./132, -691./32760, 1./12, -3617./8160), sum)
	result := l.sub(log, sum)

	l.move(l.blend(x, result), Mem{Base: dst})
	ADDQ(I32(l.width), src)
	ADDQ(I32(l.width), dst)
	SUBQ(Imm(uint64(l.count())), n)
	JNZ(LabelRef("turn"))
	VZEROUPPER()
	RET()
}

// split returns e and m with y = 2^e m and m from sqrt(1/2) to sqrt(2), for
// normal y of at least 1.
func (l lanes) split(y vec) (e, m vec) {
	root := math.Float64bits(math.Sqrt2 / 2)
	exponent := l.result(VPSRLQ, Imm(52), l.result(VPSUBQ, l.bits(root), y))
	m = l.result(VPSUBQ, l.result(VPSLLQ, Imm(52), exponent), y)
	// Below 2^52 an integer is the low bits of the float64 that is larger by 2^52.
	const magic = 1 << 52
	return l.sub(l.result(VPADDQ, l.bits(math.Float64bits(magic)), exponent), l.constant(magic)), m
}

// blend returns +Inf where x is +Inf, NaN where it is not at least 0, and else
// result, which is right for 0.
func (l lanes) blend(x, result vec) vec {
	const equal, notAtLeast = 0, 25 // predicates, the second one true of NaN
	inf, nan, zero := l.constant(math.Inf(1)), l.constant(math.NaN()), l.zero()
	for _, c := range []struct {
		predicate uint64
		bound, is vec
	}{{equal, inf, inf}, {notAtLeast, zero, nan}} {
		r := l.register()
		if l.width == 64 {
			k := K()
			VCMPPD(Imm(c.predicate), c.bound, x, k)
			VBLENDMPD(c.is, result, k, r)
		} else {
			VBLENDVPD(l.result(VCMPPD, Imm(c.predicate), c.bound, x), c.is, result, r)
		}
		result = r
	}
	return result
}
