package vae

import (
	"errors"
	"fmt"
	"math"

	"arbelos/graph"
)

// ErrValues is matched by the error of a model whose values are no numbers, so that
// nothing can be drawn from it or measured.
var ErrValues = errors.New("vae: the model's values are not numbers")

// Generated are draws from p, a row each.
type Generated struct {
	Z [][]float64 // from N(0, I)
	// X are drawn from p(x|z), and Mean are its expectations (of a categorical x the
	// likeliest values).
	X, Mean [][]float64
}

// Generate draws n pairs of z and x from p. The i-th depends on the key and on i alone.
func (m *Model) Generate(n int, key Key) (*Generated, error) {
	if n < 1 {
		return nil, fmt.Errorf("%w: number of draws is %d, expected at least 1", ErrOptions, n)
	}
	g := &Generated{}
	for i := range n {
		r := graph.Rand(key.Seed, "prior", key.Step, uint64(i))
		z := make([]float64, m.Latent)
		for j := range z {
			z[j] = r.NormFloat64()
		}
		g.Z = append(g.Z, z)
	}
	return g, m.decode(g, key)
}

// Decode returns p(x|z) of rows z of Latent finite numbers.
func (m *Model) Decode(z [][]float64, key Key) (*Generated, error) {
	for i, row := range z {
		if len(row) != m.Latent {
			return nil, fmt.Errorf("%w: z %d has %d numbers, expected %d", ErrBatch, i, len(row), m.Latent)
		}
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("%w: z %d has %v in place %d, expected a finite number", ErrBatch, i, v, j)
			}
		}
	}
	g := &Generated{Z: z}
	return g, m.decode(g, key)
}

// Reconstruct draws z from q(z|x) for every item, and x from p(x|z).
func (m *Model) Reconstruct(x [][]float64, key Key) (*Generated, error) {
	e, err := m.Encode(x)
	if err != nil {
		return nil, err
	}
	g := &Generated{}
	for i, mean := range e.Mean {
		r := graph.Rand(key.Seed, "reconstruction", key.Step, uint64(i))
		z := make([]float64, m.Latent)
		for j := range z {
			z[j] = mean[j] + math.Exp(e.LogVar[i][j]/2)*r.NormFloat64()
		}
		g.Z = append(g.Z, z)
	}
	return g, m.decode(g, key)
}

// decode fills in the X and Mean of g.
func (m *Model) decode(g *Generated, key Key) error {
	for from := 0; from < len(g.Z); from += blockRows {
		block := g.Z[from:min(from+blockRows, len(g.Z))]
		var flat []float64
		for _, z := range block {
			flat = append(flat, z...)
		}
		c, mac := m.context(), m.machines.Next()
		nodes := m.p.parameters(c, c.Input(graph.FromFloat64s(m.dtype, flat, len(block), m.Latent)))
		if err := mac.Finish(nodes...); err != nil {
			return err
		}
		values := make([][][]float64, len(nodes))
		for k, n := range nodes {
			values[k] = rowsOf(mac, n)
		}
		for i := range block {
			p := make([][]float64, len(nodes))
			for k := range nodes {
				p[k] = values[k][i]
				if !finite(p[k]) {
					return fmt.Errorf("%w: p(x|z) of z %d", ErrValues, from+i)
				}
			}
			g.Mean = append(g.Mean, m.p.mean(p))
			g.X = append(g.X, m.p.draw(graph.Rand(key.Seed, "x", key.Step, uint64(from+i)), p))
		}
	}
	m.Release()
	return nil
}

// rowsOf returns copies of the rows of a matrix that was computed.
func rowsOf(mac *graph.Machine, n *graph.Node) [][]float64 {
	flat, width := graph.Float64s(mac.Value(n)), n.Shape()[1]
	rows := make([][]float64, n.Shape()[0])
	for i := range rows {
		rows[i] = flat[i*width : (i+1)*width]
	}
	return rows
}

func finite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
