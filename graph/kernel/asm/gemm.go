package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// gemmFile writes the micro-kernels of matrix multiplication: for each vector
// type, and for A with contiguous rows and with contiguous columns, one for
// every number of rows up to the most that the registers hold.
func gemmFile() {
	for _, t := range []struct {
		lanes
		rows int
	}{{f32avx2, 6}, {f64avx2, 6}, {f32avx512, 12}, {f64avx512, 12}} {
		for rows := 1; rows <= t.rows; rows++ {
			microKernel(t.lanes, rows, false)
			microKernel(t.lanes, rows, true)
		}
	}
}

// microKernel writes a function that computes a tile of C of the given number
// of rows, two registers wide, as alpha AB + beta C. The tile stays in
// registers during the whole sum over k; every element is one chain of fused
// multiply-adds in the order of k, so that its bits depend neither on the
// shape of the tile nor on the vector type's width.
//
// Row i of A starts at a[i*lda] and is contiguous, or, if columns is set, column
// p starts at a[p*lda] and is contiguous. Row p of B starts at b[p*ldb] and is
// read at full width. Only the first cols columns of C are touched.
func microKernel(l lanes, rows int, columns bool) {
	const vecs = 2
	name, layout := fmt.Sprintf("gemmRows%dx%s", rows, l.suffix), "rows"
	if columns {
		name, layout = fmt.Sprintf("gemmColumns%dx%s", rows, l.suffix), "columns"
	}
	TEXT(name, NOSPLIT, fmt.Sprintf(
		"func(k int, a *%[1]s, lda int, b *%[1]s, ldb int, c *%[1]s, ldc int, alpha, beta %[1]s, cols int)", l.elem))
	Doc(fmt.Sprintf("%s adds the product of %d rows of A, contiguous in %s, and a panel of B to a tile of C.", name, rows, layout))
	Pragma("noescape")

	a, b := load("a"), load("b")
	lda, ldb := stride("lda", l.size), stride("ldb", l.size)
	sums := make([][]reg.VecVirtual, rows)
	for i := range sums {
		for range vecs {
			sums[i] = append(sums[i], l.zero())
		}
	}
	var left addresser
	if columns {
		left = newTerms(a, lda, l.size)
	} else {
		left = newRows(a, lda, rows, l.size)
	}
	right := newTerms(b, ldb, l.width)

	// step adds term p of the current turn.
	step := func(p int) {
		var bs [vecs]reg.VecVirtual
		for v := range bs {
			bs[v] = l.register()
			l.load(right.at(p, v), bs[v])
		}
		for i := range rows {
			x := l.register()
			l.broadcast(left.at(p, i), x)
			for v := range bs {
				l.fma(x, bs[v], sums[i][v])
			}
		}
	}
	loop(load("k"), func() {
		for p := range unroll {
			step(p)
		}
		left.advance(unroll)
		right.advance(unroll)
	}, func() {
		step(0)
		left.advance(1)
		right.advance(1)
	})
	storeTile(l, sums)
	VZEROUPPER()
	RET()
}

// storeTile writes c = alpha sums + beta c. A beta of zero reads no c.
func storeTile(l lanes, sums [][]reg.VecVirtual) {
	vecs := len(sums[0])
	alpha := l.register()
	l.broadcast(param("alpha"), alpha)
	for _, row := range sums {
		for _, s := range row {
			l.mul(alpha, s, s)
		}
	}
	c, ldc, cols := load("c"), stride("ldc", l.size), load("cols")
	bits := GP64() // of beta, without its sign
	if l.size == 4 {
		MOVL(param("beta"), bits.As32())
		SHLL(Imm(1), bits.As32())
	} else {
		MOVQ(param("beta"), bits)
		SHLQ(Imm(1), bits)
	}
	JZ(LabelRef("overwrite"))

	each := func(f func(s reg.VecVirtual, m Mem, v int)) {
		for i, row := range sums {
			for v, s := range row {
				f(s, Mem{Base: c, Disp: v * l.width}, v)
			}
			if i < len(sums)-1 {
				ADDQ(ldc, c)
			}
		}
	}
	beta := l.register()
	l.broadcast(param("beta"), beta)
	CMPQ(cols, Imm(uint64(vecs*l.count())))
	JNE(LabelRef("narrow"))
	each(func(s reg.VecVirtual, m Mem, _ int) {
		x := l.register()
		l.mul(m, beta, x)
		l.add(x, s, s)
		l.load(s, m)
	})
	VZEROUPPER()
	RET()
	Label("narrow")
	masks := l.masks(cols, vecs)
	each(func(s reg.VecVirtual, m Mem, v int) {
		x := l.register()
		l.masked(m, masks[v], x)
		l.mul(beta, x, x)
		l.add(x, s, s)
		l.masked(s, masks[v], m)
	})
	VZEROUPPER()
	RET()

	Label("overwrite")
	CMPQ(cols, Imm(uint64(vecs*l.count())))
	JNE(LabelRef("overwriteNarrow"))
	each(func(s reg.VecVirtual, m Mem, _ int) { l.load(s, m) })
	VZEROUPPER()
	RET()
	Label("overwriteNarrow")
	masks = l.masks(cols, vecs)
	each(func(s reg.VecVirtual, m Mem, v int) { l.masked(s, masks[v], m) })
}
