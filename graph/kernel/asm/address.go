package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// addresser gives the operands of a loop over p that is unrolled at most four
// times: at is the address of item i of term p, counted from the term at which
// the loop stands, and advance moves the loop on by n terms.
type addresser interface {
	at(p, i int) Mem
	advance(n int)
}

// rowsOf addresses rows that are contiguous along p.
type rowsOf struct {
	starts []reg.GPVirtual // of every third row
	stride reg.GPVirtual
	size   int
}

func newRows(base, stride reg.GPVirtual, rows, size int) rowsOf {
	r := rowsOf{[]reg.GPVirtual{base}, stride, size}
	for i := 3; i < rows; i += 3 {
		next := GP64()
		LEAQ(Mem{Base: r.starts[len(r.starts)-1], Index: stride, Scale: 2}, next)
		ADDQ(stride, next)
		r.starts = append(r.starts, next)
	}
	return r
}

func (r rowsOf) at(p, i int) Mem {
	m := Mem{Base: r.starts[i/3], Disp: p * r.size}
	if i%3 > 0 {
		m.Index, m.Scale = r.stride, uint8(i%3)
	}
	return m
}

func (r rowsOf) advance(n int) {
	for _, s := range r.starts {
		ADDQ(I32(n*r.size), s)
	}
}

// termsOf addresses terms that lie a stride apart, their items contiguous.
type termsOf struct {
	base, stride, triple reg.GPVirtual
	size                 int
}

func newTerms(base, stride reg.GPVirtual, size int) termsOf {
	triple := GP64()
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, triple)
	return termsOf{base, stride, triple, size}
}

func (t termsOf) at(p, i int) Mem {
	m := Mem{Base: t.base, Disp: i * t.size}
	switch p {
	case 1, 2:
		m.Index, m.Scale = t.stride, uint8(p)
	case 3:
		m.Index, m.Scale = t.triple, 1
	}
	return m
}

func (t termsOf) advance(n int) {
	LEAQ(Mem{Base: t.base, Index: t.stride, Scale: uint8(n)}, t.base)
}
