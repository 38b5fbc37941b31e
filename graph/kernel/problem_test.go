package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"

	"pgregory.net/rapid"
)

// problem is one matrix product. Its slices have elements before, between and
// after those of the matrices, which no product may use or change.
type problem[T float] struct {
	ta, tb        bool
	m, n, k       int
	alpha, beta   T
	a, b, c       []T
	lda, ldb, ldc int
}

// drawProblem draws a product of small or medium sizes.
func drawProblem[T float](t *rapid.T) problem[T] {
	size := rapid.OneOf(rapid.IntRange(0, 20), rapid.IntRange(0, 100))
	pad := rapid.IntRange(0, 5)
	factor := rapid.SampledFrom([]T{0, 1, -1, 0.5})
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	p := randomProblem[T](r, rapid.Bool().Draw(t, "ta"), rapid.Bool().Draw(t, "tb"),
		size.Draw(t, "m"), size.Draw(t, "n"), size.Draw(t, "k"),
		pad.Draw(t, "pad of A"), pad.Draw(t, "pad of B"), pad.Draw(t, "pad of C"))
	p.alpha, p.beta = factor.Draw(t, "alpha"), factor.Draw(t, "beta")
	return p
}

// randomProblem returns a product of normal elements with rows that are longer
// than they need be by the pads, which are NaN.
func randomProblem[T float](r *rand.Rand, ta, tb bool, m, n, k, padA, padB, padC int) problem[T] {
	p := problem[T]{ta: ta, tb: tb, m: m, n: n, k: k, lda: k, ldb: n, ldc: max(n+padC, 1)}
	if ta {
		p.lda = m
	}
	if tb {
		p.ldb = k
	}
	p.lda, p.ldb = max(p.lda+padA, 1), max(p.ldb+padB, 1)
	rows := func(transposed bool, rows, cols, ld int) []T {
		if transposed {
			rows, cols = cols, rows
		}
		if rows == 0 || cols == 0 {
			return nil
		}
		x := random[T](r, (rows-1)*ld+cols)
		for i := range x {
			if i%ld >= cols {
				x[i] = T(math.NaN())
			}
		}
		return x
	}
	p.a, p.b, p.c = rows(ta, m, k, p.lda), rows(tb, k, n, p.ldb), rows(false, m, n, p.ldc)
	return p
}

// random returns normal draws, none of which is zero.
func random[T float](r *rand.Rand, n int) []T {
	x := make([]T, n)
	for i := range x {
		for x[i] == 0 {
			x[i] = T(r.NormFloat64())
		}
	}
	return x
}

func (p problem[T]) String() string {
	return fmt.Sprintf("m=%d n=%d k=%d ta=%t tb=%t alpha=%v beta=%v lda=%d ldb=%d ldc=%d",
		p.m, p.n, p.k, p.ta, p.tb, p.alpha, p.beta, p.lda, p.ldb, p.ldc)
}

// gemm runs f on the problem with c, a slice like p.c, for C.
func (p problem[T]) gemm(f gemmFunc[T], c []T) {
	const fence = 40
	canary := T(math.Inf(1))
	around := make([]T, len(c)+2*fence)
	for i := range around {
		around[i] = canary
	}
	inside := around[fence : fence+len(c)]
	copy(inside, c)
	gemm(f, p.ta, p.tb, p.m, p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb, p.beta, inside, p.ldc)
	copy(c, inside)
	for i, x := range around {
		if (i < fence || i >= fence+len(c)) && x != canary {
			panic("kernel: the product wrote outside its slice")
		}
	}
}

// compare fails unless c is p.c with the product in the place of its C, within
// the rounding of a sum of k terms in any order.
func (p problem[T]) compare(t rapid.TB, c []T) {
	t.Helper()
	var eps float64 = 1 << 52
	if T(1)+T(1/eps) == 1 {
		eps = 1 << 23
	}
	for i, got := range c {
		row, col := i/p.ldc, i%p.ldc
		if col >= p.n {
			if math.Float64bits(float64(got)) != math.Float64bits(float64(p.c[i])) {
				t.Fatalf("%v: element %d after the end of row %d changed from %v to %v", p, col, row, p.c[i], got)
			}
			continue
		}
		want, size := p.element(row, col)
		switch {
		case math.IsNaN(want) && math.IsNaN(float64(got)):
		case math.IsInf(want, 0) && float64(got) == want:
		case math.Abs(float64(got)-want) <= 2*float64(p.k+2)*size/eps:
		default:
			t.Fatalf("%v: C[%d,%d] is %v, want %v", p, row, col, got, want)
		}
	}
}

// element returns an element of the result and the sum of the sizes of its
// terms.
func (p problem[T]) element(i, j int) (x, size float64) {
	if p.alpha != 0 {
		for k := range p.k {
			ia, ib := i*p.lda+k, k*p.ldb+j
			if p.ta {
				ia = k*p.lda + i
			}
			if p.tb {
				ib = j*p.ldb + k
			}
			term := float64(p.alpha) * float64(p.a[ia]) * float64(p.b[ib])
			x += term
			size += math.Abs(term)
		}
	}
	if p.beta != 0 {
		term := float64(p.beta) * float64(p.c[i*p.ldc+j])
		x += term
		size += math.Abs(term)
	}
	return x, size
}

func equalBits[T float](x, y []T) bool {
	for i := range x {
		if math.Float64bits(float64(x[i])) != math.Float64bits(float64(y[i])) {
			return false
		}
	}
	return len(x) == len(y)
}
