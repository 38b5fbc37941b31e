package layers

import (
	"math"

	"arbelos/graph"
)

// StatisticsGroup is the group of the running statistics of batch normalisation, which
// are no parameters of the objective; see [BatchNorm.Moves].
const StatisticsGroup = "statistics"

// batchNormEps is what graph.StandardiseColumns adds to the variance.
const batchNormEps = 1e-5

// BatchNorm normalises each feature over the items of a batch (Ioffe and Szegedy, ICML
// 2015): Gain and Bias [width] are trained; Mean and Variance [width] are running
// averages of the batches' statistics, to be used where items must not depend on one
// another.
type BatchNorm struct{ Gain, Bias, Mean, Variance *graph.Param }

// NewBatchNorm makes the parameters name.gain, which starts from the given number,
// name.bias, name.mean and name.variance; the last two belong to [StatisticsGroup].
func NewBatchNorm(m *Maker, name string, width int, gain float64) BatchNorm {
	l := BatchNorm{Gain: m.Constant(name+".gain", gain, width), Bias: m.Constant(name+".bias", 0, width)}
	group := m.group
	m.Group(StatisticsGroup)
	l.Mean, l.Variance = m.Constant(name+".mean", 0, width), m.Constant(name+".variance", 1, width)
	m.Group(group)
	return l
}

// Forward returns x [n, width] normalised by its own rows.
func (l BatchNorm) Forward(c *Context, x *graph.Node) *graph.Node {
	return l.affine(c, graph.StandardiseColumns(x))
}

// Fixed returns x [n, width] normalised by the running statistics, each row by itself.
func (l BatchNorm) Fixed(c *Context, x *graph.Node) *graph.Node {
	mean, inverse := graph.Float64s(l.Mean.Value), graph.Float64s(l.Variance.Value)
	for j, v := range inverse {
		mean[j] *= -1
		inverse[j] = 1 / math.Sqrt(v+batchNormEps)
	}
	away := graph.AddRow(x, c.Input(graph.FromFloat64s(c.Dtype, mean, len(mean))))
	return l.affine(c, graph.ScaleColumns(away, c.Input(graph.FromFloat64s(c.Dtype, inverse, len(inverse)))))
}

// Moves returns the differences [width] of the statistics of a batch x [n, width], its
// rows' means and biased variances, from the running ones. Given to gradient ascent in
// the place of the gradients in Mean and Variance, with the rate r, they make
//
//	running <- (1 - r) running + r batch
//
// so that the averages are part of what a checkpoint holds, and a step by itself
// changes nothing.
func (l BatchNorm) Moves(c *Context, x *graph.Node) (mean, variance *graph.Node) {
	share := 1 / float64(x.Shape()[0])
	batch := graph.Scale(graph.ColumnSums(x), share)
	away := graph.AddRow(x, graph.Scale(batch, -1))
	spread := graph.Scale(graph.ColumnSums(graph.Mul(away, away)), share)
	return graph.Sub(batch, c.Param(l.Mean)), graph.Sub(spread, c.Param(l.Variance))
}

func (l BatchNorm) affine(c *Context, x *graph.Node) *graph.Node {
	return graph.AddRow(graph.ScaleColumns(x, c.Param(l.Gain)), c.Param(l.Bias))
}
