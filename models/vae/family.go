package vae

import (
	"math/rand/v2"

	"arbelos/graph"
	"arbelos/layers"
)

// family is what the model needs of a family of distributions p(x|z). The
// parameters of p(x|z) are nodes with a row for each z.
type family interface {
	// parameters computes them from z [n, L].
	parameters(c *layers.Context, z *graph.Node) []*graph.Node
	// logProb returns log p(x|z) [n] of flat rows x, one for each z.
	logProb(c *layers.Context, p []*graph.Node, x []float64) *graph.Node
	// input returns x as q's network reads it, inputs numbers a row.
	input(x []float64) []float64
	inputs() int

	// valid tells whether x can be an element of a vector, and expected says which can.
	valid(x float64) bool
	expected() string
	// mean returns the expectation of x from the values of a row of each parameter,
	// of a categorical x the likeliest value; draw draws x.
	mean(p [][]float64) []float64
	draw(r *rand.Rand, p [][]float64) []float64
}

func newFamily(cfg Config, m *layers.Maker) family {
	net := func(hidden []int, out int) layers.MLP {
		widths := []int{cfg.Latent}
		for i := range hidden {
			widths = append(widths, hidden[len(hidden)-1-i])
		}
		return layers.NewMLP(m, "p", append(widths, out)...)
	}
	switch cfg.Likelihood {
	case Linear:
		return &linearGaussian{net: net(nil, cfg.Data)[0], logVar: m.Param("p.logvar", 1)}
	case Bernoulli:
		return &bernoulli{net: net(cfg.Hidden, cfg.Data), data: cfg.Data}
	case Categorical:
		return &categorical{net: net(cfg.Hidden, cfg.Data*cfg.Values), data: cfg.Data, values: cfg.Values}
	}
	return &gaussian{net: net(cfg.Hidden, 2*cfg.Data), data: cfg.Data}
}
