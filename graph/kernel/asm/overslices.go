package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// mapSlice writes a function that sets dst[i] to f of x[i] for the i below n.
// The last elements pass through the same instructions as the others, so that
// a result does not depend on its place. If scalar is not empty, it names a
// further parameter, which f gets in all lanes.
func mapSlice(l lanes, name, formula, scalar string, f func(x, scalar vec) vec) {
	signature := fmt.Sprintf("func(n int, dst, x *%s)", l.elem)
	if scalar != "" {
		signature = fmt.Sprintf("func(n int, dst, x *%[1]s, %s %[1]s)", l.elem, scalar)
	}
	TEXT(name+l.suffix, NOSPLIT, signature)
	Doc(fmt.Sprintf("%s%s sets dst[i] to %s for the i below n.", name, l.suffix, formula))
	Pragma("noescape")
	n, dst, x := load("n"), load("dst"), load("x")
	s := l.scalar(scalar)
	step := func(load, store func(a, b Op)) {
		v := l.register()
		load(Mem{Base: x}, v)
		store(f(v, s), Mem{Base: dst})
	}
	full := func(a, b Op) { l.load(a, b) }
	blocks(n, l.count(), func() {
		step(full, full)
		ADDQ(I32(l.width), x)
		ADDQ(I32(l.width), dst)
	}, func() {
		mask := l.masks(n, 1)[0]
		some := func(a, b Op) { l.masked(a, mask, b) }
		step(some, some)
	})
	VZEROUPPER()
	RET()
}

// foldSlice writes a function that folds n elements of x with f, from start,
// which must be what f leaves other numbers unchanged with. There are as many
// partial results as 64 bytes hold, element i going to number i modulo that,
// and merge makes them one in halves: the bits are the same for all widths.
func foldSlice(l lanes, name, doc, scalar string, start float64, f func(sum, x, scalar vec) vec, merge func(...Op)) {
	signature := fmt.Sprintf("func(n int, x *%[1]s) %[1]s", l.elem)
	if scalar != "" {
		signature = fmt.Sprintf("func(n int, x *%[1]s, %s %[1]s) %[1]s", l.elem, scalar)
	}
	TEXT(name+l.suffix, NOSPLIT, signature)
	Doc(fmt.Sprintf("%s%s returns %s.", name, l.suffix, doc))
	Pragma("noescape")
	n, x := load("n"), load("x")
	s := l.scalar(scalar)
	sums := make([]vec, 64/l.width)
	for i := range sums {
		sums[i] = l.constant(start)
	}
	step := func(load func(i int, m Mem) vec) {
		for i := range sums {
			next := f(sums[i], load(i, Mem{Base: x, Disp: i * l.width}), s)
			l.load(next, sums[i])
		}
	}
	blocks(n, 64/l.size, func() {
		step(func(_ int, m Mem) vec { return l.result(l.load, m) })
		ADDQ(Imm(64), x)
	}, func() {
		// What exp turns into 0 and no maximum is less than.
		none := l.constant(math.Inf(-1))
		masks := l.masks(n, len(sums))
		step(func(i int, m Mem) vec { return l.loadOr(m, masks[i], none) })
	})
	sum := l.halves(sums, merge)
	VZEROUPPER()
	Store(sum, ReturnIndex(0))
	RET()
}

// scalar returns a parameter in all lanes, or nil without a name.
func (l lanes) scalar(name string) vec {
	if name == "" {
		return nil
	}
	return l.result(l.broadcast, param(name))
}

// loadOr loads the lanes that the mask selects; the others are those of none.
func (l lanes) loadOr(m Mem, mask Op, none vec) vec {
	r := l.register()
	if l.width == 64 {
		l.load(none, r)
		l.load(m, mask, r)
		return r
	}
	l.masked(m, mask, r)
	return l.blend(mask.(vec), r, none)
}

// halves merges the lanes of registers that hold 64 bytes to one.
func (l lanes) halves(sums []vec, merge func(...Op)) reg.Register {
	y, x, t := YMM(), XMM(), XMM()
	if l.width == 64 {
		VEXTRACTF64X4(Imm(1), sums[0], y)
		merge(y, sums[0].AsY(), y)
	} else {
		merge(sums[1], sums[0], y)
	}
	VEXTRACTF128(Imm(1), y, x)
	merge(x, y.AsX(), x)
	if l.size == 4 {
		VMOVHLPS(x, x, t)
		merge(t, x, x)
		VMOVSHDUP(x, t)
	} else {
		VUNPCKHPD(x, x, t)
	}
	merge(t, x, x)
	return x
}
