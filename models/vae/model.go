package vae

import (
	"slices"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/layers/elbo"
)

// Groups of the parameters.
const (
	GroupP = "p"
	GroupQ = "q"
	// GroupBaseline is the moving average of the score function's baseline: what a
	// run must save of it to go on exactly. Its "gradient" is the way to the new
	// average, so that plain ascent at the rate 1-decay updates it.
	GroupBaseline = "baseline"
)

// Model is a variational autoencoder: its parameters and nothing that changes but
// them. It is not safe for concurrent use.
type Model struct {
	Config

	p                          family
	q                          layers.MLP   // to means, then log variances
	baselineSum, baselinePower *graph.Param // see elbo.MovingAverage

	params   []*graph.Param
	dtype    tensor.Dtype
	machines *graph.Machines
}

// New returns a model with parameters drawn as layers.NewMLP says. The variance of
// a Linear p starts near 1.
func New(cfg Config, seed uint64) (*Model, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	cfg.Hidden = slices.Clone(cfg.Hidden)
	m := &Model{Config: cfg}
	m.dtype, _ = graph.ParseDtype(cfg.Dtype)
	m.machines = graph.NewMachines(m.dtype)
	mk := &layers.Maker{Rand: graph.Rand(seed, "parameters"), Dtype: m.dtype, Range: 0.1}
	mk.Group(GroupP)
	m.p = newFamily(cfg, mk)
	mk.Group(GroupQ)
	widths := append([]int{m.p.inputs()}, cfg.Hidden...)
	m.q = layers.NewMLP(mk, "q", append(widths, 2*cfg.Latent)...)
	zero := func(name string) *graph.Param {
		return &graph.Param{Name: "baseline." + name, Group: GroupBaseline, Value: graph.Zero(m.dtype, 1)}
	}
	m.baselineSum, m.baselinePower = zero("sum"), zero("power")
	m.params = append(mk.Params, m.baselineSum, m.baselinePower)
	return m, nil
}

// Params returns all parameters, in an order that does not change.
func (m *Model) Params() []*graph.Param { return m.params }

// Release gives back the memory of the last step, its gradients too.
func (m *Model) Release() { m.machines.Release() }

// Key says which random numbers are used. Those of an item derive from the key and
// the item's place.
type Key struct{ Seed, Step uint64 }

// posterior adds q(z|x) of n items, flat rows x, to a graph.
func (m *Model) posterior(c *layers.Context, x []float64) elbo.Gaussian {
	n := len(x) / m.Data
	out := m.q.Forward(c, c.Input(graph.FromFloat64s(m.dtype, m.p.input(x), n, m.p.inputs())))
	return elbo.Gaussian{Mean: graph.Columns(out, 0, m.Latent), LogVar: graph.Columns(out, m.Latent, 2*m.Latent)}
}

// noise returns a leaf [n k, L] of standard normal numbers, k rows for each of n
// items, of which the first has the place from.
func (m *Model) noise(c *layers.Context, key Key, purpose string, from, n, k int) *graph.Node {
	x := make([]float64, 0, n*k*m.Latent)
	for i := range n {
		r := graph.Rand(key.Seed, purpose, key.Step, uint64(from+i))
		for range k * m.Latent {
			x = append(x, r.NormFloat64())
		}
	}
	return c.Input(graph.FromFloat64s(m.dtype, x, n*k, m.Latent))
}

// logLikelihood returns log p(x|z) [n, k] of items x and k rows of z for each.
func (m *Model) logLikelihood(c *layers.Context, x []float64, z *graph.Node) *graph.Node {
	n := len(x) / m.Data
	k := z.Shape()[0] / n
	each := x
	if k > 1 {
		each = make([]float64, 0, len(x)*k)
		for row := range slices.Chunk(x, m.Data) {
			for range k {
				each = append(each, row...)
			}
		}
	}
	return graph.Reshape(m.p.logProb(c, m.p.parameters(c, z), each), n, k)
}

func (m *Model) context() *layers.Context { return layers.NewContext(m.dtype, 0, nil) }
