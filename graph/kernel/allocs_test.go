package kernel

import (
	"math/rand/v2"
	"testing"
)

// TestSmallGemmAllocatesNothing, because a step of training calls it often. The mean is
// of many runs: the race detector makes a sync.Pool lose a quarter of what it is given.
func TestSmallGemmAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for _, impl := range native32() {
		p := randomProblem[float32](r, false, true, 16, 128, 512, 0, 0, 0)
		run := func() { gemm(impl.gemm, p.ta, p.tb, p.m, p.n, p.k, 1, p.a, p.lda, p.b, p.ldb, 0, p.c, p.ldc) }
		run() // fills the pool
		if n := testing.AllocsPerRun(1000, run); n >= 1 {
			t.Errorf("%s: %v allocations a product", impl.name, n)
		}
	}
}
