package graph

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

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
	g := gemm{m: m, n: n, k: k, ta: transpose(ta), tb: transpose(tb)}
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
	ta, tb  blas.Transpose
}

func (g gemm) float32(beta float32, a, b, c []float32) {
	if g.empty() {
		if beta == 0 {
			clear(c)
		}
		return
	}
	lda, ldb := g.strides()
	gonum.Implementation{}.Sgemm(g.ta, g.tb, g.m, g.n, g.k, 1, a, lda, b, ldb, beta, c, g.n)
}

func (g gemm) float64(beta float64, a, b, c []float64) {
	if g.empty() {
		if beta == 0 {
			clear(c)
		}
		return
	}
	lda, ldb := g.strides()
	gonum.Implementation{}.Dgemm(g.ta, g.tb, g.m, g.n, g.k, 1, a, lda, b, ldb, beta, c, g.n)
}

// empty says that a sum has no terms or that there is none: gonum takes no
// empty matrix.
func (g gemm) empty() bool { return g.m*g.n*g.k == 0 }

func (g gemm) strides() (lda, ldb int) {
	lda, ldb = g.k, g.n
	if g.ta == blas.Trans {
		lda = g.m
	}
	if g.tb == blas.Trans {
		ldb = g.k
	}
	return max(lda, 1), max(ldb, 1)
}

func transpose(t bool) blas.Transpose {
	if t {
		return blas.Trans
	}
	return blas.NoTrans
}
