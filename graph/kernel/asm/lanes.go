package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lanes is a vector type: an element type at the width of a register, with the
// instructions that differ from one to the next. Operands stand in the order of
// Go's assembler, the destination last.
type lanes struct {
	suffix string // of the names of functions
	elem   string // Go's name of the element type
	size   int    // bytes of an element
	width  int    // bytes of a register

	register  func() reg.VecVirtual
	xor       func(...Op)
	broadcast func(...Op)
	load      func(...Op) // and store
	add       func(...Op)
	mul       func(...Op)
	fma       func(...Op)      // c += a*b
	masked    func(a, m, b Op) // load or store of the lanes that the mask selects
	masks     func(cols reg.GPVirtual, n int) []Op
}

// count is the number of elements in a register.
func (l lanes) count() int { return l.width / l.size }

// zero returns a register of zeros.
func (l lanes) zero() reg.VecVirtual {
	r := l.register()
	l.xor(r, r, r)
	return r
}

var (
	f32avx2 = lanes{
		suffix: "32AVX2", elem: "float32", size: 4, width: 32,
		register: YMM, xor: VXORPS, broadcast: VBROADCASTSS, load: VMOVUPS,
		add: VADDPS, mul: VMULPS, fma: VFMADD231PS,
		masked: VMASKMOVPS, masks: tableMasks(4),
	}
	f64avx2 = lanes{
		suffix: "64AVX2", elem: "float64", size: 8, width: 32,
		register: YMM, xor: VXORPD, broadcast: VBROADCASTSD, load: VMOVUPD,
		add: VADDPD, mul: VMULPD, fma: VFMADD231PD,
		masked: VMASKMOVPD, masks: tableMasks(8),
	}
	f32avx512 = lanes{
		suffix: "32AVX512", elem: "float32", size: 4, width: 64,
		register: ZMM, xor: VPXORD, broadcast: VBROADCASTSS, load: VMOVUPS,
		add: VADDPS, mul: VMULPS, fma: VFMADD231PS,
		masked: func(a, m, b Op) {
			if _, store := b.(Mem); store {
				VMOVUPS(a, m, b)
			} else {
				VMOVUPS_Z(a, m, b)
			}
		},
		masks: bitMasks(16),
	}
	f64avx512 = lanes{
		suffix: "64AVX512", elem: "float64", size: 8, width: 64,
		register: ZMM, xor: VPXORQ, broadcast: VBROADCASTSD, load: VMOVUPD,
		add: VADDPD, mul: VMULPD, fma: VFMADD231PD,
		masked: func(a, m, b Op) {
			if _, store := b.(Mem); store {
				VMOVUPD(a, m, b)
			} else {
				VMOVUPD_Z(a, m, b)
			}
		},
		masks: bitMasks(8),
	}
)

// tableMasks makes AVX masks of elements of the given size: n registers whose
// first cols lanes, counted through all of them, are set. They are a window on
// a table of ones followed by zeros.
func tableMasks(size int) func(reg.GPVirtual, int) []Op {
	return func(cols reg.GPVirtual, n int) []Op {
		ones := n * 32
		table := maskTable(ones)
		from, back := GP64(), GP64()
		LEAQ(table.Offset(ones), from)
		MOVQ(cols, back)
		SHLQ(Imm(uint64(log2(size))), back)
		SUBQ(back, from)
		out := make([]Op, n)
		for i := range out {
			r := YMM()
			VMOVUPS(Mem{Base: from, Disp: 32 * i}, r)
			out[i] = r
		}
		return out
	}
}

var maskTables = map[int]Mem{}

// maskTable returns a table of the given number of bytes with all bits set,
// and as many zeros.
func maskTable(ones int) Mem {
	t, ok := maskTables[ones]
	if !ok {
		t = GLOBL(fmt.Sprintf("mask%d", ones), attr.RODATA|attr.NOPTR)
		for i := 0; i < 2*ones; i += 8 {
			if i < ones {
				DATA(i, U64(^uint64(0)))
			} else {
				DATA(i, U64(0))
			}
		}
		maskTables[ones] = t
	}
	return t
}

// bitMasks makes AVX-512 masks of registers of the given number of lanes.
func bitMasks(lanes int) func(reg.GPVirtual, int) []Op {
	return func(cols reg.GPVirtual, n int) []Op {
		bits := GP64()
		MOVQ(I64(-1), bits)
		BZHIQ(cols, bits, bits)
		out := make([]Op, n)
		for i := range out {
			k := K()
			KMOVW(bits.As32(), k)
			SHRQ(Imm(uint64(lanes)), bits)
			out[i] = k
		}
		return out
	}
}
