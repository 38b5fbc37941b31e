package vae

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"arbelos/graph"
	"arbelos/layers"
)

// categorical is for vectors of whole numbers. Its parameters are logits, those of
// a dimension of x beside each other.
type categorical struct {
	net          layers.MLP
	data, values int
}

func (f *categorical) inputs() int { return f.data * f.values }

// input has a one for the value that a dimension of x has, and zeros for the others.
func (f *categorical) input(x []float64) []float64 {
	ones := make([]float64, len(x)*f.values)
	for i, v := range x {
		ones[i*f.values+int(v)] = 1
	}
	return ones
}

func (f *categorical) parameters(c *layers.Context, z *graph.Node) []*graph.Node {
	return []*graph.Node{f.net.Forward(c, z)}
}

func (f *categorical) logProb(_ *layers.Context, p []*graph.Node, x []float64) *graph.Node {
	n := p[0].Shape()[0]
	values := make([]int, len(x))
	for i, v := range x {
		values[i] = int(v)
	}
	logs := graph.LogSoftmaxPick(graph.Reshape(p[0], n*f.data, f.values), values)
	return graph.RowSums(graph.Reshape(logs, n, f.data))
}

func (f *categorical) valid(x float64) bool {
	return x >= 0 && x < float64(f.values) && x == math.Trunc(x)
}

func (f *categorical) expected() string {
	return fmt.Sprintf("a whole number from 0 to %d", f.values-1)
}

func (f *categorical) mean(p [][]float64) []float64 {
	var x []float64
	for logits := range slices.Chunk(p[0], f.values) {
		best := 0
		for v, logit := range logits {
			if logit > logits[best] {
				best = v
			}
		}
		x = append(x, float64(best))
	}
	return x
}

func (f *categorical) draw(r *rand.Rand, p [][]float64) []float64 {
	var x []float64
	for logits := range slices.Chunk(p[0], f.values) {
		v, _ := layers.Draw(r, logits) // the logits are finite, or the caller has refused them
		x = append(x, float64(v))
	}
	return x
}
