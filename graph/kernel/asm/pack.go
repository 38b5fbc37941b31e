package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// packFile writes what lays A and B out for the micro-kernels.
func packFile() {
	for _, l := range []lanes{f32avx2, f64avx2, f32avx512, f64avx512} {
		copyPanel(l)
		copyColumns(l)
	}
	transpose32()
	transpose64()
}

// copyPanel writes a function that copies k rows of two registers each, which
// lie ld elements apart, to consecutive memory.
func copyPanel(l lanes) {
	const vecs = 2
	TEXT("copyPanel"+l.suffix, NOSPLIT, fmt.Sprintf("func(k int, src *%[1]s, ld int, dst *%[1]s)", l.elem))
	Doc(fmt.Sprintf("copyPanel%s copies k rows of %d elements, ld apart, to consecutive memory.", l.suffix, vecs*l.count()))
	Pragma("noescape")
	from, dst := newTerms(load("src"), stride("ld", l.size), l.width), load("dst")
	row := func(p int) {
		for v := range vecs {
			x := l.register()
			l.load(from.at(p, v), x)
			l.load(x, Mem{Base: dst, Disp: (p*vecs + v) * l.width})
		}
	}
	loop(load("k"),
		func() {
			row(0)
			row(1)
			row(2)
			row(3)
			from.advance(4)
			ADDQ(I32(4*vecs*l.width), dst)
		},
		func() { row(0); from.advance(1); ADDQ(I32(vecs*l.width), dst) },
	)
	VZEROUPPER()
	RET()
}

// copyColumns writes a function that copies k times the given number of
// elements, at most as many as the largest tile has rows, ld apart, to
// consecutive memory.
func copyColumns(l lanes) {
	vecs := l.size / 4 // enough for the rows of the largest tile
	TEXT("copyColumns"+l.suffix, NOSPLIT, fmt.Sprintf("func(k int, src *%[1]s, ld int, dst *%[1]s, rows int)", l.elem))
	Doc(fmt.Sprintf("copyColumns%s copies k times rows elements, ld apart, to consecutive memory, and writes into the %d elements after them.", l.suffix, vecs*l.count()))
	Pragma("noescape")
	src, ld, dst := load("src"), stride("ld", l.size), load("dst")
	masks := l.masks(load("rows"), vecs)
	rows := stride("rows", l.size)
	k := load("k")
	Label("term")
	for v, m := range masks {
		x := l.register()
		l.masked(Mem{Base: src, Disp: v * l.width}, m, x)
		l.load(x, Mem{Base: dst, Disp: v * l.width})
	}
	ADDQ(ld, src)
	ADDQ(rows, dst)
	DECQ(k)
	JNZ(LabelRef("term"))
	VZEROUPPER()
	RET()
}

// transpose32 writes a function that transposes 8 rows of float32.
func transpose32() {
	TEXT("transpose32", NOSPLIT, "func(blocks int, src *float32, ld int, dst *float32, ldd int)")
	Doc("transpose32 writes element p of 8 rows, which lie ld apart, to row p of dst, for the p below 8*blocks; rows of dst lie ldd apart.")
	Pragma("noescape")
	rows := newRows(load("src"), stride("ld", 4), 8, 4)
	to, ldd, blocks := load("dst"), stride("ldd", 4), load("blocks")
	Label("block")
	// Register i holds the elements 0..3 of row i beside those of row i+4 (then
	// 4..7 of both), so that all shuffles stay within halves.
	for half := range 2 {
		var r, s [4]reg.VecVirtual
		for i := range r {
			x := XMM()
			VMOVUPS(rows.at(4*half, i), x)
			r[i] = YMM()
			VINSERTF128(Imm(1), rows.at(4*half, i+4), x.AsY(), r[i])
		}
		for i := range s {
			s[i] = YMM()
		}
		VUNPCKLPS(r[1], r[0], s[0])
		VUNPCKHPS(r[1], r[0], s[1])
		VUNPCKLPS(r[3], r[2], s[2])
		VUNPCKHPS(r[3], r[2], s[3])
		for _, o := range []struct {
			a, b reg.VecVirtual
			imm  uint64
		}{{s[0], s[2], 0x44}, {s[0], s[2], 0xee}, {s[1], s[3], 0x44}, {s[1], s[3], 0xee}} {
			x := YMM()
			VSHUFPS(Imm(o.imm), o.b, o.a, x)
			VMOVUPS(x, Mem{Base: to})
			ADDQ(ldd, to)
		}
	}
	rows.move(I32(8 * 4))
	DECQ(blocks)
	JNZ(LabelRef("block"))
	VZEROUPPER()
	RET()
}

// transpose64 writes a function that transposes 4 rows of float64.
func transpose64() {
	TEXT("transpose64", NOSPLIT, "func(blocks int, src *float64, ld int, dst *float64, ldd int)")
	Doc("transpose64 writes element p of 4 rows, which lie ld apart, to row p of dst, for the p below 4*blocks; rows of dst lie ldd apart.")
	Pragma("noescape")
	rows := newRows(load("src"), stride("ld", 8), 4, 8)
	to, ldd, blocks := load("dst"), stride("ldd", 8), load("blocks")
	Label("block")
	for half := range 2 {
		var r [2]reg.VecVirtual
		for i := range r {
			x := XMM()
			VMOVUPD(rows.at(2*half, i), x)
			r[i] = YMM()
			VINSERTF128(Imm(1), rows.at(2*half, i+2), x.AsY(), r[i])
		}
		for p := range 2 {
			x := YMM()
			if p == 0 {
				VUNPCKLPD(r[1], r[0], x)
			} else {
				VUNPCKHPD(r[1], r[0], x)
			}
			VMOVUPD(x, Mem{Base: to})
			ADDQ(ldd, to)
		}
	}
	rows.move(I32(4 * 8))
	DECQ(blocks)
	JNZ(LabelRef("block"))
	VZEROUPPER()
	RET()
}
