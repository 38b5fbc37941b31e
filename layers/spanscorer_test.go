package layers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

func spanSubject(r *rand.Rand, q int, lengths []int) (SpanScorer, subject) {
	m := newMaker(r)
	l := NewSpanScorer(m, "spans", q)
	n := sum(lengths) + 2*len(lengths)
	return l, subject{
		params: m.Params, inputs: []*tensor.Dense{random(r, n, q), random(r, n, q)},
		build: func(c *Context, in []*graph.Node) *graph.Node {
			return l.Forward(c, in[0], in[1], graph.NewChart(lengths))
		},
	}
}

// naiveScores scores every span from its own difference of states, by the
// definition: s_ij = MLP([f_{j+1} - f_i ; b_{i-1} - b_j]), words counted from 1
// and state 0 that of the first boundary symbol. It also returns how far the
// hidden layer stays from where the MLP bends sharply: the kink of the ReLU, and
// rows that are almost constant, which the layer norm blows up.
func naiveScores(l SpanScorer, ahead, back [][]float64, lengths []int) (scores []float64, margin float64) {
	chart := graph.NewChart(lengths)
	scores, margin = make([]float64, chart.Upto(chart.MaxWidth())), math.Inf(1)
	first := 0
	for b, n := range lengths {
		f, g := ahead[first:first+n+2], back[first:first+n+2]
		first += n + 2
		for i := 1; i <= n; i++ {
			for j := i; j <= n; j++ {
				var x []float64
				for k := range f[0] {
					x = append(x, f[j+1][k]-f[i][k])
				}
				for k := range g[0] {
					x = append(x, g[i-1][k]-g[j][k])
				}
				hidden := naiveLinear(l.Hidden, x)
				for k, v := range hidden {
					margin = min(margin, math.Abs(v))
					hidden[k] = max(v, 0)
				}
				hidden, deviation := naiveLayerNorm(hidden, l.Gain.Value.Float64s(), l.Bias.Value.Float64s())
				if deviation > 0 { // with all units off nothing depends on anything
					margin = min(margin, deviation/300)
				}
				scores[chart.At(b, i-1, j-i+1)] = naiveLinear(l.Out, hidden)[0]
			}
		}
	}
	return scores, margin
}

func TestSpanScorer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths, q := drawLengths(t, 1, 4), rapid.IntRange(1, 3).Draw(t, "q")
		r := drawRand(t)
		l, s := spanSubject(r, q, lengths)
		direct := func() ([]float64, float64) {
			return naiveScores(l, rows(s.inputs[0].Float64s(), q), rows(s.inputs[1].Float64s(), q), lengths)
		}
		want, margin := direct()
		for margin < 3e-4 { // central differences must not step over a kink
			l, s = spanSubject(r, q, lengths)
			want, margin = direct()
		}
		got, _ := s.run(t)
		near(t, "scores", got, want, 1e-11)
		s.dropout = rapid.SampledFrom([]float64{0, 0.4}).Draw(t, "dropout")
		s.checkDirections(t, r)
	})
}

func TestSpanScorerEveryElement(t *testing.T) {
	_, s := spanSubject(graph.Rand(1, "test"), 2, []int{3, 2, 1})
	s.dropout = 0.4
	s.checkEveryElement(t)
}
