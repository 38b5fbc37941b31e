package elbo

import (
	"slices"

	"arbelos/graph"
)

// Constants of the panics that a programmer's error raises.
const (
	errShape   = "elbo: wrong shape"
	errSamples = "elbo: no item or no sample"
	errValue   = "elbo: a value that the distribution does not have"
	errDecay   = "elbo: decay of a moving average outside [0, 1)"
)

// samplesOf returns N and K of x [N, K].
func samplesOf(x *graph.Node) (n, k int) {
	if x.Dims() != 2 {
		panic(errShape)
	}
	n, k = x.Shape()[0], x.Shape()[1]
	if n == 0 || k == 0 {
		panic(errSamples)
	}
	return n, k
}

func checkSame(x *graph.Node, others ...*graph.Node) {
	for _, o := range others {
		if !slices.Equal(x.Shape(), o.Shape()) {
			panic(errShape)
		}
	}
}

// flat returns the elements of x as a vector.
func flat(x *graph.Node) *graph.Node { return graph.Reshape(x, x.Shape().TotalSize()) }

// repeated returns 0 .. n-1, each k times.
func repeated(n, k int) []int {
	at := make([]int, 0, n*k)
	for i := range n {
		at = append(at, slices.Repeat([]int{i}, k)...)
	}
	return at
}
