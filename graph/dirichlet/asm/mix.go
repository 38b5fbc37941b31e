package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// side is the number of rows that are worked on at a time.
const side = 8

const mixSignature = "func(blocks, width int, rows, weights, counts, norms, ratios, sums *%[1]s) %[1]s"

// mix writes the pass over a document's rows that an update of its weights is
// made of. For eight rows at a time: their products with the weights, in eight
// registers; the quotients; the rows times the quotients, added to the sums.
// Rows are read twice, the second time from the first-level cache.
func mix(l lanes) {
	TEXT("mix"+l.suffix, NOSPLIT, fmt.Sprintf(mixSignature, l.elem))
	Doc(fmt.Sprintf("mix%s is a mixFunc.", l.suffix))
	Pragma("noescape")
	m := beginMix(l)
	Label("block")

	// Rows, weights and sums are walked from their ends, at -bytes, to 0.
	at, end := GP64(), GP64()
	start := func(parameter string) {
		m.bytes(at)
		Load(Param(parameter), end)
		ADDQ(at, end)
		NEGQ(at)
	}
	m.bytes(at)
	var rows [side]reg.GPVirtual // their ends
	for i := range rows {
		ADDQ(at, m.base)
		rows[i] = GP64()
		MOVQ(m.base, rows[i])
	}
	start("weights")
	var dots [side]vec
	for i := range dots {
		dots[i] = l.zero()
	}
	Label("dot")
	w := l.result(l.move, Mem{Base: end, Index: at, Scale: 1})
	for i, r := range rows {
		l.fma(Mem{Base: r, Index: at, Scale: 1}, w, dots[i])
	}
	ADDQ(I32(l.width), at)
	JNZ(LabelRef("dot"))

	ratios := m.quotients(dots)
	start("sums")
	Label("add")
	// Two chains, as the latency of one of eight would count.
	sum := l.result(l.move, Mem{Base: end, Index: at, Scale: 1})
	other := l.result(l.times, Mem{Base: rows[1], Index: at, Scale: 1}, ratios[1])
	for i, r := range rows {
		switch {
		case i%2 == 0:
			l.fma(Mem{Base: r, Index: at, Scale: 1}, ratios[i], sum)
		case i > 1:
			l.fma(Mem{Base: r, Index: at, Scale: 1}, ratios[i], other)
		}
	}
	l.move(l.add(sum, other), Mem{Base: end, Index: at, Scale: 1})
	ADDQ(I32(l.width), at)
	JNZ(LabelRef("add"))

	m.next()
	m.storeLeast()
	VZEROUPPER()
	RET()
}

// mixNarrow writes mix for rows of so few registers that weights and sums stay in
// registers of their own.
func mixNarrow(l lanes, vecs int) {
	TEXT(fmt.Sprintf("mix%sx%d", l.suffix, vecs), NOSPLIT, fmt.Sprintf(mixSignature, l.elem))
	Doc(fmt.Sprintf("mix%sx%d is a mixFunc for a width of %d.", l.suffix, vecs, vecs*l.count()))
	Pragma("noescape")
	m := beginMix(l)
	// In the upper registers, as the instructions of across have the lower ones only.
	weights := []reg.Physical{reg.Z16, reg.Z17, reg.Z18, reg.Z19}[:vecs]
	sums := []reg.Physical{reg.Z20, reg.Z21, reg.Z22, reg.Z23}[:vecs]
	base := load("weights")
	for v := range vecs {
		l.move(Mem{Base: base, Disp: v * l.width}, weights[v])
		VPXORD(sums[v], sums[v], sums[v])
	}
	Label("block")
	row := func(i, v int) Mem { return Mem{Base: m.base, Disp: (i*vecs + v) * l.width} }
	var dots [side]vec
	for i := range dots {
		dots[i] = l.result(l.times, row(i, 0), weights[0])
		for v := 1; v < vecs; v++ {
			l.fma(row(i, v), weights[v], dots[i])
		}
	}
	for i, ratio := range m.quotients(dots) {
		for v := range vecs {
			l.fma(row(i, v), ratio, sums[v])
		}
	}
	ADDQ(I32(side*vecs*l.width), m.base)
	m.next()
	Load(Param("sums"), base)
	for v, s := range sums {
		l.move(s, Mem{Base: base, Disp: v * l.width})
	}
	m.storeLeast()
	VZEROUPPER()
	RET()
}

// mixer is a loop over blocks of eight rows.
type mixer struct {
	lanes
	base  reg.GPVirtual // of the block's rows
	at    reg.GPVirtual // of the block in counts, norms and ratios, in bytes
	least vec
}

func beginMix(l lanes) *mixer {
	m := &mixer{lanes: l, base: load("rows"), at: GP64(), least: l.narrow().constant(1e30)}
	XORQ(m.at, m.at)
	return m
}

// bytes sets a register to the length of a row.
func (m *mixer) bytes(r reg.GPVirtual) {
	Load(Param("width"), r)
	SHLQ(Imm(uint64(map[int]int{4: 2, 8: 3}[m.size])), r)
}

// next goes on to the next block, or ends the loop.
func (m *mixer) next() {
	ADDQ(I32(m.size*side), m.at)
	blocks, err := Param("blocks").Resolve()
	if err != nil {
		panic(err)
	}
	DECQ(blocks.Addr)
	JNZ(LabelRef("block"))
}

// quotients reduces the registers of the eight products to the norms, stores them and
// counts/norms, and returns each of the latter in all lanes of a register.
func (m *mixer) quotients(dots [side]vec) (ratios [side]vec) {
	y := m.narrow()
	for i, d := range dots {
		dots[i] = m.half(d)
	}
	base := GP64()
	for i, d := range y.across(dots) {
		place := func(parameter string) Mem {
			Load(Param(parameter), base)
			return Mem{Base: base, Index: m.at, Scale: 1, Disp: 32 * i}
		}
		y.move(d, place("norms"))
		q := y.div(y.result(y.move, place("counts")), d)
		y.move(q, place("ratios"))
		y.lesser(d, m.least, m.least)
	}
	Load(Param("ratios"), base)
	for i := range ratios {
		ratios[i] = m.result(m.broadcast, Mem{Base: base, Index: m.at, Scale: 1, Disp: i * m.size})
	}
	return ratios
}

func (m *mixer) storeLeast() { m.narrow().storeAcross(m.least, m.lesser) }

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
