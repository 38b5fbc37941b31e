//go:build openblas && cgo

package openblas

/*
#cgo LDFLAGS: -lopenblas
#include <cblas.h>
*/
import "C"

// The caller has threads of its own; the library's would come on top, and its
// bits depend on their number.
func init() { C.openblas_set_num_threads(1) }

// Sgemm computes C = alpha op(A) op(B) + beta C in float32 on the calling
// thread, for m, n and k of at least 1 and matrices stored by rows.
func Sgemm(ta, tb bool, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	C.cblas_sgemm(C.CblasRowMajor, transpose(ta), transpose(tb), C.blasint(m), C.blasint(n), C.blasint(k),
		C.float(alpha), (*C.float)(&a[0]), C.blasint(lda), (*C.float)(&b[0]), C.blasint(ldb), C.float(beta), (*C.float)(&c[0]), C.blasint(ldc))
}

// Dgemm is Sgemm in float64.
func Dgemm(ta, tb bool, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	C.cblas_dgemm(C.CblasRowMajor, transpose(ta), transpose(tb), C.blasint(m), C.blasint(n), C.blasint(k),
		C.double(alpha), (*C.double)(&a[0]), C.blasint(lda), (*C.double)(&b[0]), C.blasint(ldb), C.double(beta), (*C.double)(&c[0]), C.blasint(ldc))
}

func transpose(t bool) uint32 {
	if t {
		return C.CblasTrans
	}
	return C.CblasNoTrans
}
