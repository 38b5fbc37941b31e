package layers

import "arbelos/graph"

// SpanScorer scores spans from the states of a bidirectional LSTM of width q:
//
//	s_ij = MLP([f_{j+1} - f_i ; b_{i-1} - b_j])
//	MLP: Linear(2q, 2q), ReLU, LayerNorm, Dropout, Linear(2q, 1)
//
// (Kim et al., 2019, section 2.1, after Stern et al., 2017).
type SpanScorer struct {
	Hidden     Linear
	Gain, Bias *graph.Param
	Out        Linear
}

// NewSpanScorer makes the parameters of name.hidden, name.norm and name.out.
func NewSpanScorer(m *Maker, name string, q int) SpanScorer {
	return SpanScorer{
		Hidden: NewLinear(m, name+".hidden", 2*q, 2*q),
		Gain:   m.Param(name+".norm.gain", 2*q),
		Bias:   m.Param(name+".norm.bias", 2*q),
		Out:    NewLinear(m, name+".out", 2*q, 1),
	}
}

// Forward returns the scores [chart.Upto(chart.MaxWidth())] of all spans, in
// the chart's order. ahead and back [n, q] are the states of the sentences
// framed by their two boundary symbols, one sentence after the other: T+2 rows
// for T words.
//
// The span from word i to word j lies between the fenceposts i-1 and j. With
// v_r = [f_{r+1} ; -b_r] the MLP's input is v_j - v_{i-1}, so that the first
// linear map is applied to the T+1 fenceposts, not to the T(T+1)/2 spans.
func (l SpanScorer) Forward(c *Context, ahead, back *graph.Node, chart *graph.Chart) *graph.Node {
	var right, left []int // the rows of f_{r+1} and of b_r, for every fencepost r
	first := make([]int, len(chart.Lengths))
	state := 0
	for b, n := range chart.Lengths {
		first[b] = len(right)
		for r := range n + 1 {
			right, left = append(right, state+r+1), append(left, state+r)
		}
		state += n + 2
	}
	q := ahead.Shape()[1]
	v := graph.Sub(
		graph.PadColumns(graph.Gather(ahead, right), 0, 2*q),
		graph.PadColumns(graph.Gather(back, left), q, 2*q))
	u := graph.MatMul(v, c.Param(l.Hidden.Weight), false, true)

	if c.Ops == Fused {
		return graph.SpanScores(chart, u, graph.SpanMLP{
			Bias: c.Param(l.Hidden.Bias), Gain: c.Param(l.Gain), Shift: c.Param(l.Bias),
			Out: c.Param(l.Out.Weight), OutBias: c.Param(l.Out.Bias),
			Mask: c.mask(chart.Upto(chart.MaxWidth()), 2*q),
		})
	}
	var to, from []int
	for w := 1; w <= chart.MaxWidth(); w++ {
		for b, n := range chart.Lengths {
			for i := range max(n-w+1, 0) {
				to, from = append(to, first[b]+i+w), append(from, first[b]+i)
			}
		}
	}
	x := graph.AddRow(graph.Sub(graph.Gather(u, to), graph.Gather(u, from)), c.Param(l.Hidden.Bias))
	x = graph.LayerNorm(graph.ReLU(x), c.Param(l.Gain), c.Param(l.Bias))
	x = l.Out.Forward(c, c.Dropout(x))
	return graph.Reshape(x, len(to))
}
