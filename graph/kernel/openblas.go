//go:build openblas && cgo

package kernel

import (
	"runtime"

	"arbelos/graph/kernel/openblas"
)

func foreign32(others functions[float32]) []implementation[float32] {
	return []implementation[float32]{{"openblas", inTiles(openblas.Sgemm), others}}
}

func foreign64(others functions[float64]) []implementation[float64] {
	return []implementation[float64]{{"openblas", inTiles(openblas.Dgemm), others}}
}

// tile is the side of the pieces of C that OpenBLAS computes one at a time. It
// does not depend on the number of threads, which is why the bits do not either.
const tile = 512

// inTiles returns a product that f computes tile by tile, on all threads.
func inTiles[T float](f gemmFunc[T]) gemmFunc[T] {
	return func(ta, tb bool, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
		rows, cols := ceil(m, tile), ceil(n, tile)
		Share(rows*cols, runtime.GOMAXPROCS(0), func(_, t int) {
			i, j := t%rows*tile, t/rows*tile
			ia, ib := i*lda, j
			if ta {
				ia = i
			}
			if tb {
				ib = j * ldb
			}
			f(ta, tb, min(tile, m-i), min(tile, n-j), k, alpha, a[ia:], lda, b[ib:], ldb, beta, c[i*ldc+j:], ldc)
		})
	}
}
