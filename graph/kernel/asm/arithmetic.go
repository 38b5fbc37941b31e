package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vec is a register of lanes.
type vec = reg.VecVirtual

// pick chooses between the instruction for float32 and the one for float64.
func pick[F any](l lanes, single, double F) F {
	if l.size == 4 {
		return single
	}
	return double
}

// result returns a fresh register that the instruction f writes last.
func (l lanes) result(f func(...Op), operands ...Op) vec {
	r := l.register()
	f(append(operands, r)...)
	return r
}

// The arithmetic below reads as formulas do: the first operand first.

func (l lanes) plus(a, b vec) vec  { return l.result(l.add, b, a) }
func (l lanes) minus(a, b vec) vec { return l.result(pick(l, VSUBPS, VSUBPD), b, a) }
func (l lanes) times(a, b vec) vec { return l.result(l.mul, b, a) }
func (l lanes) over(a, b vec) vec  { return l.result(pick(l, VDIVPS, VDIVPD), b, a) }

// smaller is the lesser of a and b, and b where either is NaN.
func (l lanes) smaller(a, b vec) vec { return l.result(pick(l, VMINPS, VMINPD), b, a) }

// larger is the greater of a and b, and b where either is NaN.
func (l lanes) larger(a, b vec) vec { return l.result(pick(l, VMAXPS, VMAXPD), b, a) }

// addProduct sets sum to sum + a b, rounded once.
func (l lanes) addProduct(sum, a, b vec) { l.fma(b, a, sum) }

// subProduct sets sum to sum - a b, rounded once.
func (l lanes) subProduct(sum, a, b vec) { pick(l, VFNMADD231PS, VFNMADD231PD)(b, a, sum) }

// and, or and andNot (not a, and b) combine bits.
func (l lanes) and(a, b vec) vec {
	if l.width == 64 {
		return l.result(VPANDD, b, a)
	}
	return l.result(three(VPAND), b, a)
}

func (l lanes) or(a, b vec) vec {
	if l.width == 64 {
		return l.result(VPORD, b, a)
	}
	return l.result(three(VPOR), b, a)
}

func (l lanes) andNot(a, b vec) vec {
	if l.width == 64 {
		return l.result(VPANDND, b, a)
	}
	return l.result(three(VPANDN), b, a)
}

func three(f func(a, b, c Op)) func(...Op) { return func(o ...Op) { f(o[0], o[1], o[2]) } }

// Predicates of VCMPPS and VCMPPD that are false for NaN.
const (
	less    = 17
	greater = 30
)

// choose returns yes where a compares with b as the predicate says, else no.
func (l lanes) choose(a vec, predicate uint64, b, yes, no vec) vec {
	compare := pick(l, VCMPPS, VCMPPD)
	if l.width == 64 {
		k := K()
		compare(Imm(predicate), b, a, k)
		return l.result(pick(l, VBLENDMPS, VBLENDMPD), yes, no, k)
	}
	m := l.result(compare, Imm(predicate), b, a)
	return l.blend(m, yes, no)
}

// chooseNegative returns yes where the sign bit of a is set, else no.
func (l lanes) chooseNegative(a, yes, no vec) vec {
	if l.width == 64 {
		k := K()
		pick(l, VPTESTMD, VPTESTMQ)(l.sign(), a, k)
		return l.result(pick(l, VBLENDMPS, VBLENDMPD), yes, no, k)
	}
	return l.blend(a, yes, no)
}

func (l lanes) blend(sign, yes, no vec) vec {
	r := l.register()
	pick(l, VBLENDVPS, VBLENDVPD)(sign, yes, no, r)
	return r
}

// integer rounds x to whole numbers, to even where two are as near, and returns
// them as floating-point numbers and, shifted left to where the exponents lie,
// as integers. The latter are 0 for NaN.
func (l lanes) integer(x vec) (whole, exponent vec) {
	if l.size == 4 {
		n := l.result(VCVTPS2DQ, x)
		return l.result(VCVTDQ2PS, n), l.result(VPSLLD, Imm(23), n)
	}
	var n vec
	if l.width == 64 {
		n = YMM()
		VCVTPD2DQ(x, n)
	} else {
		n = XMM()
		VCVTPD2DQY(x, n)
	}
	return l.result(VCVTDQ2PD, n), l.result(VPSLLQ, Imm(52), l.result(VPMOVSXDQ, n))
}

// scale returns x times the power of two whose exponent integer made. Neither
// x nor the result may be subnormal or zero.
func (l lanes) scale(x, exponent vec) vec {
	return l.result(pick(l, VPADDD, VPADDQ), exponent, x)
}

// sign returns a register of which only the sign bits are set.
func (l lanes) sign() vec { return l.constant(math.Copysign(0, -1)) }

// constant returns a register that holds x in all lanes.
func (l lanes) constant(x float64) vec {
	return l.result(l.broadcast, l.datum(x))
}

var data = map[string]Mem{}

// datum returns the address of a constant.
func (l lanes) datum(x float64) Mem {
	var v Constant = U64(math.Float64bits(x))
	if l.size == 4 {
		v = U32(math.Float32bits(float32(x)))
	}
	name := fmt.Sprintf("float%d_%x", 8*l.size, v)
	m, ok := data[name]
	if !ok {
		m = GLOBL(name, attr.RODATA|attr.NOPTR)
		DATA(0, v)
		data[name] = m
	}
	return m
}
