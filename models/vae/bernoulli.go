package vae

import (
	"math"
	"math/rand/v2"

	"arbelos/graph"
	"arbelos/layers"
)

// bernoulli is for vectors of zeros and ones. Its parameters are logits.
type bernoulli struct {
	net  layers.MLP
	data int
}

func (f *bernoulli) inputs() int { return f.data }

// input centres x: the network reads -1 and 1.
func (f *bernoulli) input(x []float64) []float64 {
	signs := make([]float64, len(x))
	for i, v := range x {
		signs[i] = 2*v - 1
	}
	return signs
}

func (f *bernoulli) parameters(c *layers.Context, z *graph.Node) []*graph.Node {
	return []*graph.Node{f.net.Forward(c, z)}
}

// logProb uses that 1 - sigmoid(f) = sigmoid(-f).
func (f *bernoulli) logProb(c *layers.Context, p []*graph.Node, x []float64) *graph.Node {
	signs := c.Input(graph.FromFloat64s(c.Dtype, f.input(x), p[0].Shape()...))
	return graph.RowSums(graph.LogSigmoid(graph.Mul(p[0], signs)))
}

func (f *bernoulli) valid(x float64) bool { return x == 0 || x == 1 }

func (f *bernoulli) expected() string { return "0 or 1" }

func (f *bernoulli) mean(p [][]float64) []float64 {
	x := make([]float64, len(p[0]))
	for i, logit := range p[0] {
		x[i] = 1 / (1 + math.Exp(-logit))
	}
	return x
}

func (f *bernoulli) draw(r *rand.Rand, p [][]float64) []float64 {
	x := f.mean(p)
	for i, one := range x {
		x[i] = 0
		if r.Float64() < one {
			x[i] = 1
		}
	}
	return x
}
