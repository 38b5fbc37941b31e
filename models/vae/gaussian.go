package vae

import (
	"math"
	"math/rand/v2"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/layers/elbo"
)

// gaussian is N(f1(z), exp f2(z)); f1 and f2 share their hidden layers. Its
// parameters are means and log variances.
type gaussian struct {
	realVectors
	net  layers.MLP
	data int
}

func (f *gaussian) inputs() int { return f.data }

func (f *gaussian) parameters(c *layers.Context, z *graph.Node) []*graph.Node {
	out := f.net.Forward(c, z)
	return []*graph.Node{graph.Columns(out, 0, f.data), graph.Columns(out, f.data, 2*f.data)}
}

// linearGaussian is N(W z + b, s), with parameters as those of gaussian.
type linearGaussian struct {
	realVectors
	net    layers.Linear
	logVar *graph.Param // [1]
}

func (f *linearGaussian) inputs() int { return f.net.Bias.Value.Shape()[0] }

func (f *linearGaussian) parameters(c *layers.Context, z *graph.Node) []*graph.Node {
	mean := f.net.Forward(c, z)
	n, d := mean.Shape()[0], mean.Shape()[1]
	return []*graph.Node{mean, graph.Reshape(graph.Gather(c.Param(f.logVar), make([]int, n*d)), n, d)}
}

// realVectors is what Gaussian families have in common.
type realVectors struct{}

func (realVectors) logProb(c *layers.Context, p []*graph.Node, x []float64) *graph.Node {
	n, d := p[0].Shape()[0], p[0].Shape()[1]
	at := c.Input(graph.FromFloat64s(c.Dtype, x, n, d))
	return graph.Reshape(elbo.Gaussian{Mean: p[0], LogVar: p[1]}.LogProb(at), n)
}

func (realVectors) input(x []float64) []float64 { return x }

func (realVectors) valid(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func (realVectors) expected() string { return "a finite number" }

func (realVectors) mean(p [][]float64) []float64 { return p[0] }

func (realVectors) draw(r *rand.Rand, p [][]float64) []float64 {
	x := make([]float64, len(p[0]))
	for i, mean := range p[0] {
		x[i] = mean + math.Exp(p[1][i]/2)*r.NormFloat64()
	}
	return x
}
