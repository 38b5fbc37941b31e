package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// split returns e and m with y = 2^e m and m from sqrt(1/2) to sqrt(2), for
// normal positive y.
func (l lanes) split(y vec) (e, m vec) {
	// The exponent, larger by bias, rises where the fraction passes that of root.
	const bias = 1023
	root := math.Float64bits(math.Sqrt2 / 2)
	biased := l.result(VPSRLQ, Imm(52), l.result(VPADDQ, l.bits(bias<<52-root), y))
	m = l.result(VPSUBQ, l.result(VPSLLQ, Imm(52), biased), l.result(VPADDQ, l.bits(bias<<52), y))
	// Below 2^52 an integer is the low bits of the float64 that is larger by 2^52.
	const magic = 1 << 52
	return l.sub(l.result(VPADDQ, l.bits(math.Float64bits(magic)), biased), l.constant(magic+bias)), m
}

// log returns e log 2 + log m for s = (m-1)/(m+1), |s| < 0.172:
//
//	log m = 2 (s + s³/3 + s⁵/5 + ...)
//
// of which the first term left out is below 1e-18.
func (l lanes) log(e, s vec) vec {
	log := l.mul(e, l.constant(math.Ln2))
	l.fma(s, l.horner(l.mul(s, s), 2, 2./3, 2./5, 2./7, 2./9, 2./11, 2./13, 2./15, 2./17, 2./19, 2./21), log)
	return log
}

// blend returns +Inf where x is +Inf, NaN where it is not at least 0, and else
// result.
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

// logOf returns the logarithm of a normal positive y.
func (l lanes) logOf(y vec) vec {
	e, m := l.split(y)
	one := l.constant(1)
	return l.log(e, l.div(l.sub(m, one), l.add(m, one)))
}

// logarithm returns log x for any x.
func (l lanes) logarithm(x vec) vec {
	// Subnormal numbers are scaled.
	const small = 1e-300
	y := l.below(x, small, l.mul(x, l.constant(1<<60)), x)
	less := l.below(x, small, l.constant(60*math.Ln2), l.zero())
	result := l.sub(l.logOf(y), less)
	return l.blend(x, l.below(x, math.SmallestNonzeroFloat64, l.constant(math.Inf(-1)), result))
}

// below returns yes where x is less than a bound, else no.
func (l lanes) below(x vec, bound float64, yes, no vec) vec {
	const less = 17 // a predicate that is false of NaN
	r, b := l.register(), l.constant(bound)
	if l.width == 64 {
		k := K()
		VCMPPD(Imm(less), b, x, k)
		VBLENDMPD(yes, no, k, r)
	} else {
		VBLENDVPD(l.result(VCMPPD, Imm(less), b, x), yes, no, r)
	}
	return r
}
