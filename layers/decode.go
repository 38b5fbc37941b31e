package layers

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"arbelos/graph"
)

// ErrNoTree is returned where no tree of a sentence has a positive weight.
var ErrNoTree = errors.New("layers: every tree of the sentence is forbidden")

// ErrScores is returned where span scores are NaN or +Inf.
var ErrScores = errors.New("layers: span scores are not numbers")

// Decoder finds trees from the values of a batch's chart, without a graph.
type Decoder struct{ Chart *graph.Chart }

// Sample draws a tree of sentence b: splits from the top down, each with
// probability proportional to exp(beta[i,k] + beta[k+1,j]). beta are the inside
// scores of all spans.
func (d Decoder) Sample(beta []float64, b int, r *rand.Rand) (Tree, error) {
	c, n := d.Chart, d.Chart.Lengths[b]
	if err := checkTotal(beta[c.Root(b)]); err != nil {
		return nil, err
	}
	return grow(0, n, func(i, w int) int {
		// beta of a span less its own score is the log-sum over its splits;
		// the sum is made again because the score may have swallowed it.
		top := math.Inf(-1)
		for k := 1; k < w; k++ {
			top = max(top, beta[c.At(b, i, k)]+beta[c.At(b, i+k, w-k)])
		}
		var sum float64
		for k := 1; k < w; k++ {
			sum += math.Exp(beta[c.At(b, i, k)] + beta[c.At(b, i+k, w-k)] - top)
		}
		u := r.Float64() * sum
		last := 0
		for k := 1; k < w; k++ {
			p := math.Exp(beta[c.At(b, i, k)] + beta[c.At(b, i+k, w-k)] - top)
			if p == 0 {
				continue
			}
			last = k
			if u -= p; u < 0 {
				break
			}
		}
		return last
	}), nil
}

// Viterbi returns the tree of sentence b with the highest sum of scores, and
// that sum. Of splits that tie, the lowest is taken: with all scores equal the
// tree is right-branching.
func (d Decoder) Viterbi(scores []float64, b int) (Tree, float64, error) {
	c, n := d.Chart, d.Chart.Lengths[b]
	best := make([][]float64, n) // [start][width-1]
	split := make([][]int, n)
	for i := range best {
		best[i], split[i] = make([]float64, n-i), make([]int, n-i)
		best[i][0] = scores[c.At(b, i, 1)]
	}
	for w := 2; w <= n; w++ {
		for i := range n - w + 1 {
			top, at := math.Inf(-1), 1
			for k := 1; k < w; k++ {
				if v := best[i][k-1] + best[i+k][w-k-1]; v > top || math.IsNaN(v) {
					top, at = v, k
				}
			}
			best[i][w-1], split[i][w-1] = scores[c.At(b, i, w)]+top, at
		}
	}
	total := best[0][n-1]
	if err := checkTotal(total); err != nil {
		return nil, 0, err
	}
	return grow(0, n, func(i, w int) int { return split[i][w-1] }), total, nil
}

// Marginals returns the probabilities of all spans, in the chart's order: the
// gradient of the log partition function in the scores, which Gorgonia derives.
func (d Decoder) Marginals(scores []float64) ([]float64, error) {
	c := NewContext(graph.Float64, 0, nil)
	s := c.Input(graph.FromFloat64s(graph.Float64, scores, len(scores)))
	crf := NewTreeCRF(c, d.Chart, s)
	grads, err := graph.Grad(graph.Sum(crf.LogPartition), []*graph.Node{s})
	if err != nil {
		return nil, err
	}
	m := graph.NewMachine(c.Dtype, graph.NewPool())
	defer m.Close()
	if err := m.Run(crf.LogPartition, grads[0]); err != nil {
		return nil, err
	}
	for b, z := range graph.Float64s(m.Value(crf.LogPartition)) {
		if err := checkTotal(z); err != nil {
			return nil, fmt.Errorf("sentence %d of the batch: %w", b, err)
		}
	}
	return graph.Float64s(m.Value(grads[0])), nil
}

func checkTotal(z float64) error {
	switch {
	case math.IsInf(z, -1):
		return ErrNoTree
	case math.IsNaN(z) || math.IsInf(z, 1):
		return ErrScores
	}
	return nil
}
