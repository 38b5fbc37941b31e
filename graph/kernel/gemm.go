package kernel

// Sgemm computes C = alpha op(A) op(B) + beta C in float32, where op transposes
// if ta (tb) is set: op(A) is m x k, op(B) k x n and C m x n, stored by rows that
// begin lda, ldb and ldc elements apart. As in the reference BLAS, a beta of
// zero overwrites C whatever it holds, and with an alpha or k of zero A and B
// are not read. C must not overlap A or B. A size, a leading dimension or a
// slice that does not fit is a panic.
func Sgemm(ta, tb bool, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	gemm(chosen32.gemm, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

// Dgemm is Sgemm in float64.
func Dgemm(ta, tb bool, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	gemm(chosen64.gemm, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

// Constants of the panics that a programmer's error raises.
const (
	errSize   = "kernel: negative size"
	errStride = "kernel: leading dimension less than a row"
	errShort  = "kernel: slice shorter than its matrix"
)

// gemm does what needs no multiplication and leaves the rest to f.
func gemm[T float](f gemmFunc[T], ta, tb bool, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	if m < 0 || n < 0 || k < 0 {
		panic(errSize)
	}
	checkMatrix(ta, m, k, a, lda)
	checkMatrix(tb, k, n, b, ldb)
	checkMatrix(false, m, n, c, ldc)
	switch {
	case m == 0 || n == 0:
	case k == 0 || alpha == 0:
		for i := range m {
			scale(beta, c[i*ldc:][:n])
		}
	default:
		f(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

func checkMatrix[T float](transposed bool, rows, cols int, x []T, ld int) {
	if transposed {
		rows, cols = cols, rows
	}
	if ld < max(1, cols) {
		panic(errStride)
	}
	if rows > 0 && cols > 0 && len(x) < (rows-1)*ld+cols {
		panic(errShort)
	}
}

func scale[T float](beta T, x []T) {
	if beta == 0 {
		clear(x)
		return
	}
	for i := range x {
		x[i] *= beta
	}
}
