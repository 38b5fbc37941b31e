package kernel

import "sync"

type float interface{ float32 | float64 }

// microKernel computes a tile of C as alpha AB + beta C: as many rows as it is
// made for, and the first cols columns of the width of its set. A, B and C
// begin at the pointers; ars and acs are the distances of the rows and of the
// columns of A, ldb and ldc those of the rows of B and C. B is read at full
// width. A beta of zero does not read C.
type microKernel[T float] func(k int, a *T, ars, acs int, b *T, ldb int, c *T, ldc int, alpha, beta T, cols int)

// set is what a kind of processor works with.
type set[T float] struct {
	name       string
	rows, cols int // largest tile of C that registers hold

	kernels []microKernel[T] // by the number of their rows

	// copyPanel copies k rows of cols elements, ld apart, to consecutive memory.
	copyPanel func(k int, src *T, ld int, dst *T)
	// copyColumns copies k times the given number of elements, at most as many
	// as the largest tile has rows, ld apart, to consecutive memory. It may
	// write into slack elements after them.
	copyColumns func(k int, src *T, ld int, dst *T, rows int)
	// transpose writes element p of side rows, ld apart, to row p of dst, for
	// the p below side*blocks.
	transpose func(blocks int, src *T, ld int, dst *T, ldd int)
	side      int

	functions functions[T]

	pool sync.Pool // of *buffers[T]
}

// buffers is the memory that one thread packs blocks of A and B into.
type buffers[T float] struct{ a, b []T }

func (s *set[T]) gemm(ta, tb bool, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	p := product[T]{s, ta, tb, m, n, k, alpha, beta, a, b, c, lda, ldb, ldc}
	p.run()
}

func (s *set[T]) take() *buffers[T] {
	if b, ok := s.pool.Get().(*buffers[T]); ok {
		return b
	}
	return new(buffers[T])
}

func grow[T any](x *[]T, n int) []T {
	if cap(*x) < n {
		*x = make([]T, n)
	}
	return (*x)[:n]
}
