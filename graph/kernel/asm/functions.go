package main

import (
	"math"
	"math/big"

	. "github.com/mmcloughlin/avo/build"
)

// functionsFile writes the functions of one variable and the sums of exp.
func functionsFile() {
	for _, l := range []lanes{f32avx2, f64avx2, f32avx512, f64avx512} {
		expSub(l)
		sigmoid(l)
		tanh(l)
		maximum(l)
		sumExp(l)
	}
}

// expSub writes dst = exp(x - shift).
func expSub(l lanes) {
	mapSlice(l, "expSub", "exp(x-shift)", "shift", func(x, shift vec) vec { return l.exp(l.minus(x, shift)) })
}

// sigmoid writes dst = 1 / (1 + exp(-x)): with e = exp(-|x|) as 1/(1+e) or, for
// negative x, e/(1+e).
func sigmoid(l lanes) {
	mapSlice(l, "sigmoid", "1/(1+exp(-x))", "", func(x, _ vec) vec {
		e := l.flush(l.or(x, l.sign()))
		one := l.constant(1)
		return l.quotient(l.chooseNegative(x, e, one), one, e)
	})
}

// tanh writes dst = tanh(x): with u = exp(-2|x|) - 1 as -u/(2+u), which takes
// the sign of x.
func tanh(l lanes) {
	mapSlice(l, "tanh", "tanh(x)", "", func(x, _ vec) vec {
		limit := l.constant(pick(l, 10.0, 20.0)) // from where on it rounds to 1
		t, exponent := l.reduced(l.times(l.smaller(limit, l.andNot(l.sign(), x)), l.constant(-2)))
		power := l.scale(l.constant(1), exponent)
		u := l.minus(power, l.constant(1))
		l.addProduct(u, power, t)
		y := l.quotient(u, l.constant(2), u)
		return l.or(l.andNot(l.sign(), y), l.and(l.sign(), x))
	})
}

// maximum writes the greatest element, leaving NaN out.
func maximum(l lanes) {
	foldSlice(l, "maximum", "the greatest of n elements that are not NaN, or -Inf", "", math.Inf(-1),
		func(greatest, x, _ vec) vec { return l.larger(x, greatest) }, pick(l, VMAXPS, VMAXPD))
}

// sumExp writes the sum of exp(x - shift).
func sumExp(l lanes) {
	foldSlice(l, "sumExp", "the sum of exp(x-shift) over n elements", "shift", 0,
		func(sum, x, shift vec) vec { return l.plus(sum, l.exp(l.minus(x, shift))) }, l.add)
}

// exp returns exp(x), 0 where it is below the least normal number.
func (l lanes) exp(x vec) vec {
	_, greatest := l.bounds()
	return l.choose(x, greater, l.constant(greatest), l.constant(math.Inf(1)), l.flush(x))
}

// flush is exp for x that do not overflow.
func (l lanes) flush(x vec) vec {
	t, exponent := l.reduced(x)
	y := l.scale(l.plus(l.constant(1), t), exponent)
	least, _ := l.bounds()
	return l.choose(x, less, l.constant(least), l.constant(0), y)
}

// quotient returns a/(b+c) for b >= |c|. The rounding of the sum and of the
// division are put right by one step of Newton's.
func (l lanes) quotient(a, b, c vec) vec {
	sum := l.plus(b, c)
	lost := l.minus(c, l.minus(sum, b)) // exactly, for b >= |c|
	inverse := l.over(l.constant(1), sum)
	q := l.times(a, inverse)
	rest := l.result(l.load, a)
	l.subProduct(rest, q, sum)
	l.subProduct(rest, q, lost)
	l.addProduct(q, rest, inverse)
	return q
}

// reduced returns t and an exponent with exp(x) = 2^n (1+t), |t| < 0.42.
func (l lanes) reduced(x vec) (t, exponent vec) {
	whole, exponent := l.integer(l.times(x, l.constant(math.Log2E)))
	// The first part of ln 2 has so few bits that n times it is exact.
	high, low := l.ln2()
	r := l.result(l.load, x)
	l.subProduct(r, whole, l.constant(high))
	l.subProduct(r, whole, l.constant(low))
	// t = r + r^2 (1/2! + r/3! + ...) for |r| <= ln(2)/2; the first term left out
	// is less than a tenth of a unit in the last place of 1+t.
	last := pick(l, 7, 13)
	sum := l.constant(1 / factorial(last))
	for k := last - 1; k >= 2; k-- {
		next := l.constant(1 / factorial(k))
		l.addProduct(next, sum, r)
		sum = next
	}
	t = l.result(l.load, r)
	l.addProduct(t, l.times(r, r), sum)
	return t, exponent
}

const ln2 = "0.693147180559945309417232121458176568075500134360255254120680"

// ln2 returns ln 2 as a sum of two numbers.
func (l lanes) ln2() (high, low float64) {
	all, _ := new(big.Float).SetPrec(200).SetString(ln2)
	h := new(big.Float).SetMode(big.ToZero).SetPrec(pick(l, uint(14), uint(41))).Set(all)
	high, _ = h.Float64()
	low, _ = new(big.Float).Sub(all, h).Float64()
	return high, low
}

// bounds returns the least and the greatest number whose exp is normal.
func (l lanes) bounds() (least, greatest float64) {
	all, _ := new(big.Float).SetPrec(200).SetString(ln2)
	bound := func(power int64) float64 {
		x := new(big.Float).Mul(all, new(big.Float).SetInt64(power))
		x = new(big.Float).SetMode(big.ToZero).SetPrec(pick(l, uint(24), uint(53))).Set(x)
		f, _ := x.Float64()
		return f
	}
	return bound(pick(l, int64(-126), int64(-1022))), bound(pick(l, int64(128), int64(1024)))
}

func factorial(n int) float64 {
	f := 1.0
	for i := 2; i <= n; i++ {
		f *= float64(i)
	}
	return f
}
