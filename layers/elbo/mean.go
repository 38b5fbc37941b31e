package elbo

import (
	"slices"

	"arbelos/graph"
)

// Mean returns the scalar mean of all elements of x: of [N], over the items; of
// [N, K], over items and samples. It makes a bound the objective of a step.
func Mean(x *graph.Node) *graph.Node {
	n := x.Shape().TotalSize()
	if n == 0 {
		panic(errSamples)
	}
	return graph.Dot(flat(x), slices.Repeat([]float64{1 / float64(n)}, n))
}
