package graph

import (
	kernels "arbelos/graph/kernel"

	"gorgonia.org/gorgonia"
)

// The products of Gorgonia's own nodes and of tensors run on the same kernels.
func init() { gorgonia.Use(kernels.BLAS{}) }

// MatMul returns op(a) op(b), where op transposes if ta (tb) is set. a is
// [m, k] after op, b [k, n]; the result is [m, n]. Transposes are never
// written out, and a gradient adds to the buffer of the sum it belongs to.
func MatMul(a, b *Node, ta, tb bool) *Node {
	m, k := matrixOf(a)
	if ta {
		m, k = k, m
	}
	k2, n := matrixOf(b)
	if tb {
		k2, n = n, k2
	}
	if k != k2 {
		panic(errShape)
	}
	g := gemm{m: m, n: n, k: k, ta: ta, tb: tb}
	return apply(spec{
		name:  "matmul",
		shape: []int{m, n},
		run: kernel{
			func(dst []float32, in [][]float32) { g.float32(0, in[0], in[1], dst) },
			func(dst []float64, in [][]float64) { g.float64(0, in[0], in[1], dst) },
		},
		add: kernel{
			func(dst []float32, in [][]float32) { g.float32(1, in[0], in[1], dst) },
			func(dst []float64, in [][]float64) { g.float64(1, in[0], in[1], dst) },
		},
		grad: func(in []*Node, _, d *Node) []*Node {
			var da, db *Node
			if ta {
				da = MatMul(in[1], d, tb, true)
			} else {
				da = MatMul(d, in[1], false, !tb)
			}
			if tb {
				db = MatMul(d, in[0], true, ta)
			} else {
				db = MatMul(in[0], d, !ta, false)
			}
			return []*Node{da, db}
		},
	}, a, b)
}

// gemm is one matrix product: sizes after transposing.
type gemm struct {
	m, n, k int
	ta, tb  bool
}

func (g gemm) float32(beta float32, a, b, c []float32) {
	lda, ldb, ldc := g.strides()
	kernels.Sgemm(g.ta, g.tb, g.m, g.n, g.k, 1, a, lda, b, ldb, beta, c, ldc)
}

func (g gemm) float64(beta float64, a, b, c []float64) {
	lda, ldb, ldc := g.strides()
	kernels.Dgemm(g.ta, g.tb, g.m, g.n, g.k, 1, a, lda, b, ldb, beta, c, ldc)
}

// strides returns the lengths of rows in memory, at least 1 as BLAS has it.
func (g gemm) strides() (lda, ldb, ldc int) {
	lda, ldb = g.k, g.n
	if g.ta {
		lda = g.m
	}
	if g.tb {
		ldb = g.k
	}
	return max(lda, 1), max(ldb, 1), max(g.n, 1)
}
