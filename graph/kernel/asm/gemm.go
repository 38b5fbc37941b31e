package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// gemmFile writes the micro-kernels of matrix multiplication: for each vector
// type one for every number of rows up to the most that the registers hold.
func gemmFile() {
	for _, t := range []struct {
		lanes
		rows int
	}{{f32avx2, 6}, {f64avx2, 6}, {f32avx512, 12}, {f64avx512, 12}} {
		for rows := 1; rows <= t.rows; rows++ {
			microKernel(t.lanes, rows)
		}
	}
}

// microKernel writes a function that computes a tile of C of the given number
// of rows, two registers wide, as alpha AB + beta C. The tile stays in
// registers during the whole sum over k; every element is one chain of fused
// multiply-adds in the order of k, so that its bits depend neither on the
// shape of the tile nor on the vector type's width.
//
// Element (i, p) of A is a[i*ars+p*acs]. Row p of B starts at b[p*ldb] and is
// read at full width. Only the first cols columns of C are touched.
func microKernel(l lanes, rows int) {
	const vecs = 2
	name := fmt.Sprintf("gemm%dx%s", rows, l.suffix)
	TEXT(name, NOSPLIT, fmt.Sprintf(
		"func(k int, a *%[1]s, ars, acs int, b *%[1]s, ldb int, c *%[1]s, ldc int, alpha, beta %[1]s, cols int)", l.elem))
	Doc(fmt.Sprintf("%s is the microKernel of %d rows and %d columns.", name, rows, vecs*l.count()))
	Pragma("noescape")

	left := newRows(load("a"), stride("ars", l.size), rows, l.size)
	right := newTerms(load("b"), stride("ldb", l.size), l.width)
	next := stride("acs", l.size)
	sums := make([][]reg.VecVirtual, rows)
	for i := range sums {
		for range vecs {
			sums[i] = append(sums[i], l.zero())
		}
	}

	// The tile of C, which the sum leaves alone until its end, is on its way to
	// the cache meanwhile.
	c, ldc := load("c"), stride("ldc", l.size)
	for i := range rows {
		for place := 0; place < vecs*l.width; place += 64 {
			PREFETCHT0(Mem{Base: c, Disp: place})
		}
		PREFETCHT0(Mem{Base: c, Disp: vecs*l.width - 1})
		if i < rows-1 {
			ADDQ(ldc, c)
		}
	}

	// step adds term p of the current turn.
	step := func(p int) {
		var bs [vecs]reg.VecVirtual
		for v := range bs {
			bs[v] = l.register()
			l.load(right.at(p, v), bs[v])
		}
		for i := range rows {
			x := l.register()
			l.broadcast(left.at(0, i), x)
			for v := range bs {
				l.fma(x, bs[v], sums[i][v])
			}
		}
		left.move(next)
	}
	loop(load("k"), func() {
		for p := range unroll {
			step(p)
		}
		right.advance(unroll)
	}, func() {
		step(0)
		right.advance(1)
	})
	storeTile(l, sums)
}

// storeTile writes c = alpha sums + beta c and returns. A beta of zero reads no
// c.
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
		VZEROUPPER()
		RET()
	}
	// Masks cost nothing where they have registers of their own.
	full := l.width < 64
	ifNarrow := func(label string) {
		CMPQ(cols, Imm(uint64(vecs*l.count())))
		JNE(LabelRef(label))
	}
	beta := l.register()
	l.broadcast(param("beta"), beta)
	if full {
		ifNarrow("narrow")
		each(func(s reg.VecVirtual, m Mem, _ int) {
			x := l.register()
			l.mul(m, beta, x)
			l.add(x, s, s)
			l.load(s, m)
		})
		Label("narrow")
	}
	masks := l.masks(cols, vecs)
	each(func(s reg.VecVirtual, m Mem, v int) {
		x := l.register()
		l.masked(m, masks[v], x)
		l.mul(beta, x, x)
		l.add(x, s, s)
		l.masked(s, masks[v], m)
	})

	Label("overwrite")
	if full {
		ifNarrow("overwriteNarrow")
		each(func(s reg.VecVirtual, m Mem, _ int) { l.load(s, m) })
		Label("overwriteNarrow")
	}
	masks = l.masks(cols, vecs)
	each(func(s reg.VecVirtual, m Mem, v int) { l.masked(s, masks[v], m) })
}
