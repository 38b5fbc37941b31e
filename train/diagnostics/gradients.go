package diagnostics

import (
	"fmt"
	"math"

	"gorgonia.org/tensor"

	"arbelos/graph"
)

// Gradients accumulates gradients that one estimator gave for the same batch and
// parameters with different samples.
type Gradients struct {
	params  []*graph.Param
	draws   int
	mean    [][]float64
	squares [][]float64 // sums of squared deviations from the mean
}

// GroupNoise is how noisy the gradient of a group of parameters is.
type GroupNoise struct {
	Group    string `json:"group"`
	Elements int    `json:"elements"`
	Draws    int    `json:"draws"`
	// Norm is that of the expected gradient: of the mean of the draws, without
	// the part that the mean's own noise adds to its square.
	Norm float64 `json:"norm"`
	// Variance is that of one draw, summed over the elements.
	Variance float64 `json:"variance"`
	// SNR is Norm over the root of Variance: the signal-to-noise ratio. It is 0
	// where no signal can be told from the noise, and +Inf without noise.
	SNR Number `json:"snr"`
}

// NewGradients starts with no draw.
func NewGradients(params []*graph.Param) *Gradients {
	g := &Gradients{params: params}
	for _, p := range params {
		n := p.Value.DataSize()
		g.mean, g.squares = append(g.mean, make([]float64, n)), append(g.squares, make([]float64, n))
	}
	return g
}

// Add takes in the gradients of one draw, in the order of the parameters; nil
// ones are zero. Nothing is taken in where there is an error.
func (g *Gradients) Add(grads []*tensor.Dense) error {
	if len(grads) != len(g.params) {
		return badInput("gradients of a draw", len(grads), fmt.Sprintf("%d, one for each parameter", len(g.params)))
	}
	values := make([][]float64, len(grads))
	for i, p := range g.params {
		values[i] = make([]float64, len(g.mean[i]))
		if grads[i] == nil {
			continue
		}
		if n := grads[i].DataSize(); n != len(values[i]) {
			return badInput(fmt.Sprintf("gradient of %q", p.Name), fmt.Sprintf("%d elements", n), len(values[i]))
		}
		values[i] = graph.Float64s(grads[i])
		if err := checkFinite(fmt.Sprintf("gradient of %q", p.Name), values[i]); err != nil {
			return err
		}
	}
	g.draws++
	for i, x := range values {
		for j, v := range x {
			before := v - g.mean[i][j]
			g.mean[i][j] += before / float64(g.draws)
			g.squares[i][j] += before * (v - g.mean[i][j])
		}
	}
	return nil
}

// Groups returns the noise of every group, in the order of their first
// parameters. It needs two draws.
func (g *Gradients) Groups() ([]GroupNoise, error) {
	if g.draws < 2 {
		return nil, badInput("gradients", fmt.Sprintf("%d draws", g.draws), "at least 2")
	}
	var groups []GroupNoise
	at := map[string]int{}
	for i, p := range g.params {
		k, ok := at[p.Group]
		if !ok {
			k = len(groups)
			at[p.Group] = k
			groups = append(groups, GroupNoise{Group: p.Group, Draws: g.draws})
		}
		groups[k].Elements += len(g.mean[i])
		for j, m := range g.mean[i] {
			variance := g.squares[i][j] / float64(g.draws-1)
			groups[k].Variance += variance
			groups[k].Norm += m*m - variance/float64(g.draws) // the square, for now
		}
	}
	for k := range groups {
		n := &groups[k]
		n.Norm = math.Sqrt(max(0, n.Norm))
		if n.Norm > 0 {
			n.SNR = Number(n.Norm / math.Sqrt(n.Variance))
		}
	}
	return groups, nil
}
