package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rowsOf addresses items p of rows that lie a stride apart, counted from where
// a loop over p stands.
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

// move moves the loop on by a number of bytes.
func (r rowsOf) move(bytes Op) {
	for _, s := range r.starts {
		ADDQ(bytes, s)
	}
}

// termsOf addresses items i of terms p, below 4, of a loop over terms that lie a
// stride apart, counted from where the loop stands.
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

// advance moves the loop on by n terms.
func (t termsOf) advance(n int) {
	LEAQ(Mem{Base: t.base, Index: t.stride, Scale: uint8(n)}, t.base)
}
