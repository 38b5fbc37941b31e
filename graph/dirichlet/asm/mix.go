package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// side is the number of rows that are worked on at a time.
const side = 8

// mix writes the pass over a document's rows that an update of its weights is
// made of. For eight rows at a time: their products with the weights, in eight
// registers; the quotients; the rows times the quotients, added to the sums.
// Rows are read twice, the second time from the first-level cache.
func mix(l lanes) {
	TEXT("mix"+l.suffix, NOSPLIT, fmt.Sprintf(
		"func(blocks, width int, rows, weights, counts, norms, ratios, sums *%[1]s) %[1]s", l.elem))
	Doc(fmt.Sprintf("mix%s is a mixFunc.", l.suffix))
	Pragma("noescape")
	blocks, bytes := load("blocks"), load("width")
	SHLQ(Imm(uint64(map[int]int{4: 2, 8: 3}[l.size])), bytes)
	counts, norms, ratios := load("counts"), load("norms"), load("ratios")
	rows := addressRows(load("rows"), bytes)
	least := l.narrow().constant(1e30)

	Label("block")
	// sums and weights are walked from their ends, at -bytes, to 0.
	at := GP64()
	end := load("weights")
	ADDQ(bytes, end)
	XORQ(at, at)
	SUBQ(bytes, at)
	var dots [side]vec
	for i := range dots {
		dots[i] = l.zero()
	}
	Label("dot")
	w := l.result(l.move, Mem{Base: end, Index: at, Scale: 1})
	for i := range dots {
		l.fma(rows.at(i), w, dots[i])
	}
	rows.move(l.width)
	ADDQ(I32(l.width), at)
	JNZ(LabelRef("dot"))

	l.quotients(dots, counts, norms, ratios, least)
	var q [side]vec
	for i := range q {
		q[i] = l.result(l.broadcast, Mem{Base: ratios, Disp: i * l.size})
	}
	ADDQ(I32(side*l.size), counts)
	ADDQ(I32(side*l.size), norms)
	ADDQ(I32(side*l.size), ratios)

	end = load("sums")
	ADDQ(bytes, end)
	rows.rewind(bytes)
	SUBQ(bytes, at)
	Label("add")
	// Two chains, as the latency of one of eight would count.
	sum := l.result(l.move, Mem{Base: end, Index: at, Scale: 1})
	other := l.result(l.times, rows.at(1), q[1])
	for i := 0; i < side; i += 2 {
		l.fma(rows.at(i), q[i], sum)
		if i > 0 {
			l.fma(rows.at(i+1), q[i+1], other)
		}
	}
	l.move(l.add(sum, other), Mem{Base: end, Index: at, Scale: 1})
	rows.move(l.width)
	ADDQ(I32(l.width), at)
	JNZ(LabelRef("add"))

	rows.nextBlock(bytes)
	DECQ(blocks)
	JNZ(LabelRef("block"))
	l.narrow().storeAcross(least, l.lesser)
	VZEROUPPER()
	RET()
}

// quotients reduces the registers of the eight products to the norms, and stores
// them and counts/norms.
func (l lanes) quotients(dots [side]vec, counts, norms, ratios reg.Register, least vec) {
	y := l.narrow()
	for i, d := range dots {
		dots[i] = l.half(d)
	}
	for i, d := range y.across(dots) {
		m := func(base reg.Register) Mem { return Mem{Base: base, Disp: 32 * i} }
		y.move(d, m(norms))
		y.move(y.div(y.result(y.move, m(counts)), d), m(ratios))
		y.lesser(d, least, least)
	}
}

// narrow is the vector type of the same elements in 32 bytes.
func (l lanes) narrow() lanes {
	if l.size == 4 {
		return f32avx2
	}
	return f64avx2
}

// half returns the sum of the halves of a register of 64 bytes, and one of 32 as
// it is.
func (l lanes) half(d vec) vec {
	if l.width == 32 {
		return d
	}
	y, upper := d.AsY(), YMM()
	VEXTRACTF64X4(Imm(1), d, upper)
	l.plus(upper, y, y)
	return y.(vec)
}

// across returns the sums over the lanes of eight registers of 32 bytes, in
// their order, in as few registers as hold them.
func (l lanes) across(d [side]vec) []vec {
	hadd := VHADDPD
	if l.size == 4 {
		hadd = VHADDPS
	}
	pairs := func(a, b vec) vec {
		r := YMM()
		hadd(b, a, r)
		return r
	}
	halves := func(a, b vec) vec {
		low, high := YMM(), YMM()
		VPERM2F128(Imm(0x20), b, a, low)
		VPERM2F128(Imm(0x31), b, a, high)
		return l.add(low, high)
	}
	p := []vec{pairs(d[0], d[1]), pairs(d[2], d[3]), pairs(d[4], d[5]), pairs(d[6], d[7])}
	if l.size == 4 {
		return []vec{halves(pairs(p[0], p[1]), pairs(p[2], p[3]))}
	}
	return []vec{halves(p[0], p[1]), halves(p[2], p[3])}
}

// storeAcross returns what f, of two, makes of all lanes of a register of 32 bytes.
func (l lanes) storeAcross(y vec, f func(...Op)) {
	x, t := XMM(), XMM()
	VEXTRACTF128(Imm(1), y, x)
	f(y.AsX(), x, x)
	VPSHUFD(Imm(0xee), x, t)
	f(t, x, x)
	if l.size == 4 {
		VPSHUFD(Imm(0x55), x, t)
		f(t, x, x)
	}
	Store(x, ReturnIndex(0))
}

// eightRows addresses the place where a loop stands in rows that lie a stride
// apart.
type eightRows struct {
	starts []reg.GPVirtual // of rows 0, 3 and 6
	stride reg.GPVirtual
}

func addressRows(base, stride reg.GPVirtual) eightRows {
	r := eightRows{[]reg.GPVirtual{base}, stride}
	for range 2 {
		next := GP64()
		LEAQ(Mem{Base: r.starts[len(r.starts)-1], Index: stride, Scale: 2}, next)
		ADDQ(stride, next)
		r.starts = append(r.starts, next)
	}
	return r
}

func (r eightRows) at(i int) Mem {
	m := Mem{Base: r.starts[i/3]}
	if i%3 > 0 {
		m.Index, m.Scale = r.stride, uint8(i%3)
	}
	return m
}

func (r eightRows) move(bytes int) {
	for _, s := range r.starts {
		ADDQ(I32(bytes), s)
	}
}

func (r eightRows) rewind(bytes Op) {
	for _, s := range r.starts {
		SUBQ(bytes, s)
	}
}

// nextBlock moves from the ends of eight rows to the next eight.
func (r eightRows) nextBlock(bytes reg.GPVirtual) {
	for _, s := range r.starts {
		for range side - 1 {
			ADDQ(bytes, s)
		}
	}
}
