package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vec is a vector register.
type vec = reg.VecVirtual

// lanes is a vector type: an element type at the width of a register, with the
// instructions that differ from one to the next. Operands of instructions stand
// in the order of Go's assembler, the destination last.
type lanes struct {
	suffix string // of the names of functions
	elem   string // Go's name of the element type
	size   int    // bytes of an element
	width  int    // bytes of a register

	register  func() vec
	broadcast func(...Op)
	move      func(...Op)
	plus      func(...Op)
	minus     func(...Op)
	times     func(...Op)
	over      func(...Op)
	lesser    func(...Op)
	greater   func(...Op)
	fma       func(...Op) // c += a*b
}

// count is the number of elements in a register.
func (l lanes) count() int { return l.width / l.size }

var (
	f32avx2 = lanes{
		suffix: "32AVX2", elem: "float32", size: 4, width: 32,
		register: YMM, broadcast: VBROADCASTSS, move: VMOVUPS,
		plus: VADDPS, minus: VSUBPS, times: VMULPS, over: VDIVPS, lesser: VMINPS, greater: VMAXPS, fma: VFMADD231PS,
	}
	f64avx2 = lanes{
		suffix: "64AVX2", elem: "float64", size: 8, width: 32,
		register: YMM, broadcast: VBROADCASTSD, move: VMOVUPD,
		plus: VADDPD, minus: VSUBPD, times: VMULPD, over: VDIVPD, lesser: VMINPD, greater: VMAXPD, fma: VFMADD231PD,
	}
	f32avx512 = f32avx2.widened("32AVX512")
	f64avx512 = f64avx2.widened("64AVX512")
)

// widened is the vector type of twice the width.
func (l lanes) widened(suffix string) lanes {
	l.suffix, l.width, l.register = suffix, 64, ZMM
	return l
}

// result returns a fresh register that the instruction f writes last.
func (l lanes) result(f func(...Op), operands ...Op) vec {
	r := l.register()
	f(append(operands, r)...)
	return r
}

// The arithmetic below reads as formulas do: the first operand first.

func (l lanes) add(a, b vec) vec { return l.result(l.plus, b, a) }
func (l lanes) sub(a, b vec) vec { return l.result(l.minus, b, a) }
func (l lanes) mul(a, b vec) vec { return l.result(l.times, b, a) }
func (l lanes) div(a, b vec) vec { return l.result(l.over, b, a) }

// min is the lesser of a and b, and b where either is NaN.
func (l lanes) min(a, b vec) vec { return l.result(l.lesser, b, a) }

// horner returns the polynomial c[0] + c[1] x + c[2] x² + ..., each step rounded
// once.
func (l lanes) horner(x vec, c ...float64) vec {
	sum := l.constant(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		next := l.constant(c[i])
		l.fma(sum, x, next)
		sum = next
	}
	return sum
}

// zero returns a register of zeros.
func (l lanes) zero() vec {
	r := l.register()
	if l.width == 64 {
		VPXORD(r, r, r)
	} else {
		VXORPS(r, r, r)
	}
	return r
}

// constant returns a register that holds x in all lanes.
func (l lanes) constant(x float64) vec {
	bits := math.Float64bits(x)
	if l.size == 4 {
		return l.result(l.broadcast, datum("float32", U32(math.Float32bits(float32(x)))))
	}
	return l.result(l.broadcast, datum("float64", U64(bits)))
}

// bits returns a register that holds the integer x in all lanes of 8 bytes.
func (l lanes) bits(x uint64) vec { return l.result(VBROADCASTSD, datum("bits", U64(x))) }

var data = map[string]Mem{}

// datum returns the address of a constant.
func datum(kind string, v Constant) Mem {
	name := fmt.Sprintf("%s_%x", kind, v)
	m, ok := data[name]
	if !ok {
		m = GLOBL(name, attr.RODATA|attr.NOPTR)
		DATA(0, v)
		data[name] = m
	}
	return m
}

// load returns a parameter in a register.
func load(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
