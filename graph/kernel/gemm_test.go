package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
	"pgregory.net/rapid"
)

// TestGemm holds every implementation to sums in float64, on shapes, strides,
// transposes and factors of all sorts, and to leaving alone what lies around C.
func TestGemm(t *testing.T) {
	for _, impl := range all32 {
		t.Run("float32/"+impl.name, func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { checkGemm(t, impl) }) })
	}
	for _, impl := range all64 {
		t.Run("float64/"+impl.name, func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { checkGemm(t, impl) }) })
	}
}

func checkGemm[T float](t *rapid.T, impl implementation[T]) {
	p := drawProblem[T](t)
	c := slices.Clone(p.c)
	p.gemm(impl.gemm, c)
	p.compare(t, c)
}

// TestGemmSmall goes through all sizes of a few tiles.
func TestGemmSmall(t *testing.T) {
	for _, impl := range all32 {
		t.Run("float32/"+impl.name, func(t *testing.T) { checkSmall(t, impl) })
	}
	for _, impl := range all64 {
		t.Run("float64/"+impl.name, func(t *testing.T) { checkSmall(t, impl) })
	}
}

func checkSmall[T float](t *testing.T, impl implementation[T]) {
	r := rand.New(rand.NewPCG(1, 2))
	for m := 1; m <= 26; m++ {
		for n := 1; n <= 66; n++ {
			for _, k := range []int{1, 2, 4, 7, 9, 18} {
				p := randomProblem[T](r, r.IntN(2) > 0, r.IntN(2) > 0, m, n, k, r.IntN(3), r.IntN(3), r.IntN(3))
				p.alpha, p.beta = 1, T(r.IntN(2))
				c := slices.Clone(p.c)
				p.gemm(impl.gemm, c)
				p.compare(t, c)
			}
		}
	}
}

// TestGemmEdges covers the borders of the blocks, which random shapes seldom
// reach.
func TestGemmEdges(t *testing.T) {
	for _, impl := range all32 {
		t.Run("float32/"+impl.name, func(t *testing.T) { checkEdges(t, impl) })
	}
	for _, impl := range all64 {
		t.Run("float64/"+impl.name, func(t *testing.T) { checkEdges(t, impl) })
	}
}

func checkEdges[T float](t *testing.T, impl implementation[T]) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, s := range [][3]int{
		{blockRows - 1, 70, 3}, {blockRows, 40, 9}, {blockRows + 1, 70, 10}, {2*blockRows + 5, 33, 7},
		{13, blockCols - 1, 5}, {3, blockCols, 4}, {5, blockCols + 1, 6}, {blockRows + 20, blockCols + 33, 2},
		{17, 65, blockDepth - 1}, {17, 35, blockDepth}, {29, 47, blockDepth + 1}, {3, 130, 2*blockDepth + 7},
		{blockRows + 3, 257, blockDepth + 3},
	} {
		for _, ta := range []bool{false, true} {
			for _, tb := range []bool{false, true} {
				p := randomProblem[T](r, ta, tb, s[0], s[1], s[2], 1, 2, 3)
				p.alpha, p.beta = 0.5, -1
				c := slices.Clone(p.c)
				p.gemm(impl.gemm, c)
				p.compare(t, c)
			}
		}
	}
}

// TestGemmSpecialValues puts NaN and infinities anywhere: they must reach the
// elements that they belong to and no others.
func TestGemmSpecialValues(t *testing.T) {
	for _, impl := range all32 {
		t.Run("float32/"+impl.name, func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { checkSpecial(t, impl) }) })
	}
	for _, impl := range all64 {
		t.Run("float64/"+impl.name, func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { checkSpecial(t, impl) }) })
	}
}

func checkSpecial[T float](t *rapid.T, impl implementation[T]) {
	p := drawProblem[T](t)
	special := rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1)})
	for _, x := range [][]T{p.a, p.b, p.c} {
		for range rapid.IntRange(0, 3).Draw(t, "specials") {
			if len(x) > 0 {
				x[rapid.IntRange(0, len(x)-1).Draw(t, "place")] = T(special.Draw(t, "value"))
			}
		}
	}
	c := slices.Clone(p.c)
	p.gemm(impl.gemm, c)
	p.compare(t, c)
}

// TestGemmThreads holds the bits of a product that is cut for several threads
// to those of one thread.
func TestGemmThreads(t *testing.T) {
	for _, impl := range all32 {
		t.Run("float32/"+impl.name, func(t *testing.T) { checkThreads(t, impl) })
	}
	for _, impl := range all64 {
		t.Run("float64/"+impl.name, func(t *testing.T) { checkThreads(t, impl) })
	}
}

func checkThreads[T float](t *testing.T, impl implementation[T]) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	r := rand.New(rand.NewPCG(5, 6))
	for _, s := range [][3]int{{128, 260, 650}, {301, 199, 391}, {16, 1024, 512}, {1, 5000, 1000}, {5000, 7, 600}} {
		for _, tb := range []bool{false, true} {
			p := randomProblem[T](r, tb, !tb, s[0], s[1], s[2], 0, 1, 0)
			p.alpha, p.beta = 1, 0.5
			var want []T
			for _, threads := range []int{1, 2, 3, 7} {
				runtime.GOMAXPROCS(threads)
				c := slices.Clone(p.c)
				p.gemm(impl.gemm, c)
				if want == nil {
					want = c
				} else if !equalBits(want, c) {
					t.Errorf("%v: %d threads give other bits than one", s, threads)
				}
			}
		}
	}
}

// TestGemmShapeKeepsBits holds the rows of a product to the bits that each has
// alone, and the instruction sets to each other: an element depends on its row
// of A and its column of B only.
func TestGemmShapeKeepsBits(t *testing.T) {
	t.Run("float32", func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { checkShapeKeepsBits(t, native32()) }) })
	t.Run("float64", func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { checkShapeKeepsBits(t, native64()) }) })
}

func checkShapeKeepsBits[T float](t *rapid.T, native []implementation[T]) {
	size := rapid.IntRange(1, 60)
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	p := randomProblem[T](r, false, rapid.Bool().Draw(t, "tb"), size.Draw(t, "m"), size.Draw(t, "n"), size.Draw(t, "k"), 0, 1, 2)
	p.alpha, p.beta = 0.7, -1.1
	var want []T
	for _, impl := range native {
		c := slices.Clone(p.c)
		p.gemm(impl.gemm, c)
		if want == nil {
			want = c
		} else if !equalBits(want, c) {
			t.Fatalf("%s gives other bits than %s", impl.name, native[0].name)
		}
		alone := slices.Clone(p.c)
		for i := range p.m {
			row := p
			row.m, row.a = 1, p.a[i*p.lda:]
			row.gemm(impl.gemm, alone[i*p.ldc:][:p.n])
		}
		if !equalBits(want, alone) {
			t.Fatalf("%s: rows one by one give other bits than all at once", impl.name)
		}
	}
}

// TestGemmPanics tries what does not fit.
func TestGemmPanics(t *testing.T) {
	x := make([]float32, 6)
	for _, c := range []struct {
		want          string
		m, n, k       int
		lda, ldb, ldc int
		a             []float32
	}{
		{errSize, -1, 2, 2, 2, 2, 2, x},
		{errSize, 1, 2, -2, 2, 2, 2, x},
		{errStride, 2, 2, 3, 2, 2, 2, x},
		{errStride, 2, 2, 2, 2, 1, 2, x},
		{errStride, 2, 2, 2, 2, 2, 0, x},
		{errShort, 2, 2, 2, 2, 2, 2, x[:3]},
		{errShort, 2, 2, 2, 2, 2, 5, x},
	} {
		got := func() (r any) {
			defer func() { r = recover() }()
			Sgemm(false, false, c.m, c.n, c.k, 1, c.a, c.lda, x, c.ldb, 0, x, c.ldc)
			return nil
		}()
		if got != c.want {
			t.Errorf("%+v: panic %v, want %q", c, got, c.want)
		}
	}
}

// TestBLAS compares with gonum through gonum's own interfaces.
func TestBLAS(t *testing.T) {
	var _ interface {
		blas.Float32
		blas.Float64
		blas.Complex64
		blas.Complex128
	} = BLAS{}
	r := rand.New(rand.NewPCG(9, 10))
	const m, n, k = 7, 9, 11
	for _, ta := range []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans} {
		for _, tb := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			a, b := random[float64](r, 200), random[float64](r, 200)
			got, want := random[float64](r, m*n), make([]float64, m*n)
			copy(want, got)
			BLAS{}.Dgemm(ta, tb, m, n, k, 2, a, 12, b, 13, -1, got, n)
			gonum.Implementation{}.Dgemm(ta, tb, m, n, k, 2, a, 12, b, 13, -1, want, n)
			for i := range got {
				if math.Abs(got[i]-want[i]) > 1e-13 {
					t.Fatalf("%c%c: element %d is %v, gonum has %v", ta, tb, i, got[i], want[i])
				}
			}
		}
	}
}

func BenchmarkSgemm(b *testing.B) {
	for _, impl := range all32 {
		b.Run(impl.name, func(b *testing.B) { benchmarkGemm(b, impl) })
	}
}

func BenchmarkDgemm(b *testing.B) {
	for _, impl := range all64 {
		b.Run(impl.name, func(b *testing.B) { benchmarkGemm(b, impl) })
	}
}

func benchmarkGemm[T float](b *testing.B, impl implementation[T]) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, s := range [][3]int{{128, 2600, 1300}, {2560, 10000, 650}, {16, 1024, 512}, {16, 128, 512}, {128, 512, 128}, {1, 1024, 512}} {
		for _, ta := range []bool{false, true} {
			for _, tb := range []bool{false, true} {
				b.Run(fmt.Sprintf("%dx%dx%d/ta=%t/tb=%t", s[0], s[1], s[2], ta, tb), func(b *testing.B) {
					p := randomProblem[T](r, ta, tb, s[0], s[1], s[2], 0, 0, 0)
					p.alpha, p.beta = 1, 0
					for b.Loop() {
						p.gemm(impl.gemm, p.c)
					}
					b.ReportMetric(2*float64(p.m*p.n*p.k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
				})
			}
		}
	}
}
