package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// greatest writes a function that returns the greatest of whole registers of
// elements, leaving NaN out.
func greatest(l lanes) {
	TEXT("greatest"+l.suffix, NOSPLIT, fmt.Sprintf("func(n int, x *%[1]s) %[1]s", l.elem))
	Doc(fmt.Sprintf("greatest%s returns the greatest of n elements that are not NaN, or -Inf; n is a positive multiple of %d.", l.suffix, 64/l.size))
	Pragma("noescape")
	n, x := load("n"), load("x")
	sums := make([]vec, 64/l.width)
	for i := range sums {
		sums[i] = l.constant(math.Inf(-1))
	}
	Label("turn")
	for i, s := range sums {
		l.greater(s, l.result(l.move, Mem{Base: x, Disp: i * l.width}), s)
	}
	ADDQ(Imm(64), x)
	SUBQ(Imm(uint64(64/l.size)), n)
	JNZ(LabelRef("turn"))

	y := l.narrow()
	var top vec
	if l.width == 64 {
		top = YMM()
		VEXTRACTF64X4(Imm(1), sums[0], top)
		y.greater(sums[0].AsY(), top, top)
	} else {
		top = sums[0]
		y.greater(sums[1], top, top)
	}
	y.storeAcross(top, l.greater)
	VZEROUPPER()
	RET()
}
