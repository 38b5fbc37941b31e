package kernel

import (
	"fmt"
	"os"
	"strings"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// environment names the variable that chooses an implementation by name.
const environment = "ARBELOS_KERNEL"

// gemmFunc computes C = alpha op(A) op(B) + beta C for m, n and k of at least 1
// and an alpha other than zero.
type gemmFunc[T float] func(ta, tb bool, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)

// implementation is one way to do all that the package does.
type implementation[T float] struct {
	name string
	gemm gemmFunc[T]
	functions[T]
}

// functions are what the functions of slices are made of, for n of at least 1.
type functions[T float] struct {
	expSub  func(n int, dst, x *T, shift T) // dst[i] = exp(x[i]-shift)
	sigmoid func(n int, dst, x *T)          // dst[i] = 1/(1+exp(-x[i]))
	tanh    func(n int, dst, x *T)          // dst[i] = tanh(x[i])
	maximum func(n int, x *T) T             // the greatest that is not NaN, or -Inf
	sumExp  func(n int, x *T, shift T) T    // the sum of exp(x[i]-shift)
}

// The implementations that run here, best first.
var (
	all32 = rank(foreign32, native32(), implementation[float32]{"gonum", gonumSgemm, portable[float32]()})
	all64 = rank(foreign64, native64(), implementation[float64]{"gonum", gonumDgemm, portable[float64]()})

	chosen32 = mustChoose(all32)
	chosen64 = mustChoose(all64)
)

// Name returns the name of the implementation in use: avx512, avx2, gonum or,
// if built with the tag openblas, openblas. It is the best that there is, or
// what the environment variable ARBELOS_KERNEL names; a program ends with status 2
// before it begins if there is none of that name.
func Name() string { return chosen32.name }

// rank puts what a library does before the assembly and that before the rest.
// A library that only multiplies has the other functions of the next best.
func rank[T float](foreign func(functions[T]) []implementation[T], native []implementation[T], last implementation[T]) []implementation[T] {
	own := append(native, last)
	return append(foreign(own[0].functions), own...)
}

// chosen returns the implementation in use for T.
func chosen[T float]() *implementation[T] {
	if i, ok := any(&chosen32).(*implementation[T]); ok {
		return i
	}
	return any(&chosen64).(*implementation[T])
}

func mustChoose[T float](all []implementation[T]) implementation[T] {
	i, err := choose(all)
	if err != nil {
		fmt.Fprintln(os.Stderr, err) // nothing of main runs yet that could tell it
		os.Exit(2)
	}
	return i
}

// choose returns the one that the environment names, the first if it names none.
func choose[T float](all []implementation[T]) (implementation[T], error) {
	want := os.Getenv(environment)
	if want == "" {
		return all[0], nil
	}
	var names []string
	for _, i := range all {
		if i.name == want {
			return i, nil
		}
		names = append(names, i.name)
	}
	return implementation[T]{}, fmt.Errorf("environment variable %s: found %q, expected %s", environment, want, strings.Join(names, " or "))
}

func gonumSgemm(ta, tb bool, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	gonum.Implementation{}.Sgemm(transpose(ta), transpose(tb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func gonumDgemm(ta, tb bool, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	gonum.Implementation{}.Dgemm(transpose(ta), transpose(tb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func transpose(t bool) blas.Transpose {
	if t {
		return blas.Trans
	}
	return blas.NoTrans
}
