package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unroll is the number of terms that one turn of a main loop does.
const unroll = 4

// param returns the address of a parameter.
func param(name string) Mem {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// load returns a parameter in a register.
func load(name string) reg.GPVirtual {
	return Load(Param(name), GP64()).(reg.GPVirtual)
}

// stride returns a parameter that counts elements as a number of bytes.
func stride(name string, size int) reg.GPVirtual {
	r := load(name)
	SHLQ(Imm(uint64(log2(size))), r)
	return r
}

// loop writes a loop of k terms: turn does as many as unroll says, one does one
// of those that remain. It destroys k.
func loop(k reg.GPVirtual, turn, one func()) {
	blocks(k, unroll, turn, func() {
		Label("one")
		one()
		DECQ(k)
		JNZ(LabelRef("one"))
	})
}

// blocks writes a loop over n elements, per at a time, and rest for those that
// remain, if any, after which n holds their number.
func blocks(n reg.GPVirtual, per int, turn, rest func()) {
	turns := GP64()
	MOVQ(n, turns)
	SHRQ(Imm(uint64(log2(per))), turns)
	JZ(LabelRef("rest"))
	Label("turn")
	turn()
	DECQ(turns)
	JNZ(LabelRef("turn"))
	Label("rest")
	ANDQ(Imm(uint64(per-1)), n)
	JZ(LabelRef("done"))
	rest()
	Label("done")
}

func log2(n int) int {
	l := 0
	for n > 1 {
		n >>= 1
		l++
	}
	return l
}
