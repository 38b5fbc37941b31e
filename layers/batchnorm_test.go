package layers

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

// moments returns the means and biased variances of the columns of rows.
func moments(rows [][]float64) (mean, variance []float64) {
	n, m := float64(len(rows)), len(rows[0])
	mean, variance = make([]float64, m), make([]float64, m)
	for _, row := range rows {
		for j, v := range row {
			mean[j] += v / n
		}
	}
	for _, row := range rows {
		for j, v := range row {
			variance[j] += (v - mean[j]) * (v - mean[j]) / n
		}
	}
	return mean, variance
}

func TestBatchNorm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, width := rapid.IntRange(2, 5).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "width")
		r := drawRand(t)
		m := newMaker(r)
		m.Group("q")
		l := NewBatchNorm(m, "norm", width, 1.5)
		for _, p := range m.Params { // away from what they start from
			for j := range p.Value.Float64s() {
				p.Value.Float64s()[j] += 0.5 * r.Float64()
			}
		}
		x := random(r, n, width)
		for i := range x.Float64s() {
			x.Float64s()[i] += float64(3 * (i / width)) // so that no column is nearly flat
		}
		mean, variance := moments(rows(x.Float64s(), width))
		naive := func(mean, variance []float64) (out []float64) {
			for i, v := range x.Float64s() {
				j := i % width
				out = append(out, l.Gain.Value.Float64s()[j]*(v-mean[j])/math.Sqrt(variance[j]+1e-5)+l.Bias.Value.Float64s()[j])
			}
			return out
		}
		forward := subject{
			params: []*graph.Param{l.Gain, l.Bias}, inputs: []*tensor.Dense{x},
			build: func(c *Context, in []*graph.Node) *graph.Node { return l.Forward(c, in[0]) },
		}
		got, _ := forward.run(t)
		near(t, "by the batch", got, naive(mean, variance), 1e-10)
		forward.checkDirections(t, r)

		fixed := forward
		fixed.build = func(c *Context, in []*graph.Node) *graph.Node { return l.Fixed(c, in[0]) }
		got, _ = fixed.run(t)
		near(t, "by running statistics", got, naive(l.Mean.Value.Float64s(), l.Variance.Value.Float64s()), 1e-10)
		fixed.checkDirections(t, r)

		for i, want := range [][]float64{mean, variance} {
			running := []*graph.Param{l.Mean, l.Variance}[i]
			moves := subject{
				params: []*graph.Param{l.Mean, l.Variance}, inputs: []*tensor.Dense{x},
				build: func(c *Context, in []*graph.Node) *graph.Node {
					mean, variance := l.Moves(c, in[0])
					return []*graph.Node{mean, variance}[i]
				},
			}
			got, _ := moves.run(t)
			for j, move := range got {
				near(t, "statistic", []float64{running.Value.Float64s()[j] + move}, want[j:j+1], 1e-10)
			}
		}
	})
}

// What training starts from: the identity but for the gain, in groups that say which
// rule moves a parameter.
func TestNewBatchNorm(t *testing.T) {
	m := &Maker{Rand: graph.Rand(0, "parameters"), Dtype: graph.Float32, Range: 0.1}
	m.Group("q")
	NewBatchNorm(m, "norm", 2, 3)
	m.Constant("after", 7, 1)
	for i, want := range []struct {
		name, group string
		value       float64
	}{
		{"norm.gain", "q", 3}, {"norm.bias", "q", 0},
		{"norm.mean", StatisticsGroup, 0}, {"norm.variance", StatisticsGroup, 1}, {"after", "q", 7},
	} {
		p := m.Params[i]
		if p.Name != want.name || p.Group != want.group || graph.Float64s(p.Value)[0] != want.value {
			t.Errorf("parameter %d is %q of group %q and starts from %v, want %+v", i, p.Name, p.Group, graph.Float64s(p.Value), want)
		}
	}
}
