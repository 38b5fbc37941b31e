package kernel

import (
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"unsafe"
)

// TestGemmStaysInside puts every matrix against a page that may not be read:
// once the page after its end, once the page before its start.
func TestGemmStaysInside(t *testing.T) {
	for _, impl := range all32 {
		t.Run("float32/"+impl.name, func(t *testing.T) { checkInside(t, impl) })
	}
	for _, impl := range all64 {
		t.Run("float64/"+impl.name, func(t *testing.T) { checkInside(t, impl) })
	}
}

func checkInside[T float](t *testing.T, impl implementation[T]) {
	r := rand.New(rand.NewPCG(13, 14))
	for trial := range 400 {
		p := randomProblem[T](r, trial&1 > 0, trial&2 > 0, 1+r.IntN(60), 1+r.IntN(150), 1+r.IntN(40), 0, 0, 0)
		p.alpha, p.beta = 1, T(trial>>2&1)
		atEnd := trial&8 > 0
		g := p
		g.a, g.b = guarded(t, p.a, atEnd), guarded(t, p.b, atEnd)
		c := guarded(t, p.c, atEnd)
		gemm(impl.gemm, g.ta, g.tb, g.m, g.n, g.k, g.alpha, g.a, g.lda, g.b, g.ldb, g.beta, c, g.ldc)
		p.compare(t, c)
	}
}

// TestFunctionsStayInside does the same with the functions of slices.
func TestFunctionsStayInside(t *testing.T) {
	t.Run("float32", func(t *testing.T) { checkFunctionsInside(t, all32) })
	t.Run("float64", func(t *testing.T) { checkFunctionsInside(t, all64) })
}

func checkFunctionsInside[T float](t *testing.T, all []implementation[T]) {
	r := rand.New(rand.NewPCG(15, 16))
	for n := 1; n < 50; n++ {
		for _, atEnd := range []bool{false, true} {
			x := random[T](r, n)
			in, out := guarded(t, x, atEnd), guarded(t, x, atEnd)
			for _, impl := range all {
				for _, f := range elementwiseOf(impl) {
					want := make([]T, n)
					f.run(n, &want[0], &x[0])
					f.run(n, &out[0], &in[0])
					if !equalBits(out, want) {
						t.Fatalf("%s %s: %v, elsewhere %v", impl.name, f.name, out, want)
					}
				}
				m, s := maxSumExp(&impl.functions, in)
				if wantMax, wantSum := maxSumExp(&impl.functions, x); m != wantMax || s != wantSum {
					t.Fatalf("%s: %v, %v, elsewhere %v, %v", impl.name, m, s, wantMax, wantSum)
				}
			}
		}
	}
}

// guarded returns a copy of x in pages of its own, with a page that faults
// right after its end or right before its start.
func guarded[T float](t *testing.T, x []T, atEnd bool) []T {
	t.Helper()
	page := syscall.Getpagesize()
	size := len(x) * int(unsafe.Sizeof(x[0]))
	room := (size + page - 1) / page * page
	mem, err := syscall.Mmap(-1, 0, room+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(mem) })
	for _, fence := range [][]byte{mem[:page], mem[page+room:]} {
		if err := syscall.Mprotect(fence, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	start := page
	if atEnd {
		start += room - size
	}
	out := unsafe.Slice((*T)(unsafe.Pointer(&mem[start])), len(x))
	copy(out, x)
	return slices.Clip(out)
}
