package kernel

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// BLAS is gonum's implementation with the matrix products of this package in
// the place of its own. Give it to blas32.Use, blas64.Use, tensor.Use or
// gorgonia.Use.
type BLAS struct{ gonum.Implementation }

// Sgemm is the package's Sgemm with the parameters of gonum's.
func (BLAS) Sgemm(tA, tB blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	Sgemm(transposed(tA), transposed(tB), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

// Dgemm is the package's Dgemm with the parameters of gonum's.
func (BLAS) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	Dgemm(transposed(tA), transposed(tB), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

const errTranspose = "kernel: neither NoTrans, Trans nor ConjTrans"

func transposed(t blas.Transpose) bool {
	switch t {
	case blas.NoTrans:
		return false
	case blas.Trans, blas.ConjTrans:
		return true
	}
	panic(errTranspose)
}
