package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// overSlice writes a function that sets dst[i] to f(x[i]) for whole registers.
func overSlice(l lanes, name string, f func(l lanes, x vec) vec) {
	TEXT(name+l.suffix, NOSPLIT, "func(n int, dst, x *float64)")
	Doc(name + l.suffix + " sets dst[i] to " + name + "(x[i]) for the i below n, which is a positive multiple of 8.")
	Pragma("noescape")
	n, dst, src := load("n"), load("dst"), load("x")
	Label("turn")
	l.move(f(l, l.result(l.move, Mem{Base: src})), Mem{Base: dst})
	ADDQ(I32(l.width), src)
	ADDQ(I32(l.width), dst)
	SUBQ(Imm(uint64(l.count())), n)
	JNZ(LabelRef("turn"))
	VZEROUPPER()
	RET()
}
