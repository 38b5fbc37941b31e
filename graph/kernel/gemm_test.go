package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestQuick(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range all32 {
		for _, ta := range []bool{false, true} {
			for _, tb := range []bool{false, true} {
				for it := range 300 {
					m, n, k := 1+r.IntN(60), 1+r.IntN(100), 1+r.IntN(60)
					if it%10 == 0 {
						m, n, k = m*10, n*10, k*20
					}
					a, b, c := make([]float32, m*k), make([]float32, n*k), make([]float32, m*n)
					for i := range a {
						a[i] = float32(r.NormFloat64())
					}
					for i := range b {
						b[i] = float32(r.NormFloat64())
					}
					lda, ldb := k, n
					if ta {
						lda = m
					}
					if tb {
						ldb = k
					}
					gemm(s.gemm, ta, tb, m, n, k, 1, a, lda, b, ldb, 0, c, n)
					for x := range 50 {
						i, j := r.IntN(m), r.IntN(n)
						if x == 0 {
							i, j = m-1, n-1
						}
						sum := 0.
						for p := range k {
							av, bv := float32(0), float32(0)
							if ta {
								av = a[p*lda+i]
							} else {
								av = a[i*lda+p]
							}
							if tb {
								bv = b[j*ldb+p]
							} else {
								bv = b[p*ldb+j]
							}
							sum += float64(av) * float64(bv)
						}
						if math.Abs(sum-float64(c[i*n+j])) > 1e-5*float64(k) {
							t.Fatal(s.name, ta, tb, m, n, k, i, j, sum, c[i*n+j])
						}
					}
				}
			}
		}
	}
}

func BenchmarkSgemm(b *testing.B) {
	for _, s := range all32 {
		for _, z := range [][3]int{{128, 2600, 1300}, {2560, 10000, 650}, {16, 1024, 512}, {16, 128, 512}, {128, 512, 128}, {1, 1024, 512}} {
			m, n, k := z[0], z[1], z[2]
			for _, tt := range []string{"NN", "NT", "TN", "TT"} {
				b.Run(fmt.Sprint(s.name, "/", m, "x", n, "x", k, "/", tt), func(b *testing.B) {
					x, y, c := make([]float32, m*k), make([]float32, k*n), make([]float32, m*n)
					for i := range x {
						x[i] = rand.Float32()
					}
					for i := range y {
						y[i] = rand.Float32()
					}
					lda, ldb := k, n
					ta, tb := tt[0] == 'T', tt[1] == 'T'
					if ta {
						lda = m
					}
					if tb {
						ldb = k
					}
					for b.Loop() {
						gemm(s.gemm, ta, tb, m, n, k, 1, x, lda, y, ldb, 0, c, n)
					}
					b.ReportMetric(2*float64(m)*float64(n)*float64(k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
				})
			}
		}
	}
}
