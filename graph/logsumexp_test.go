package graph

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// naiveLogSumExp is right for terms of moderate size.
func naiveLogSumExp(row []float64) float64 {
	var sum float64
	for _, v := range row {
		sum += math.Exp(v)
	}
	return math.Log(sum)
}

func TestLogSumExp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 4), size(t, "m", 1, 5)
		opCheck{
			func(in []*Node) *Node { return LogSumExp(in[0]) },
			func(in [][]float64) []float64 {
				out := make([]float64, n)
				for i := range out {
					out[i] = naiveLogSumExp(in[0][i*m : (i+1)*m])
				}
				return out
			},
		}.on(t, draw(t, n, m))
	})
}

// rowCases are rows where a naive computation overflows or divides by zero, with
// log sum exp and its gradient, the softmax.
var rowCases = []struct {
	name    string
	row     []float64
	lse     float64
	softmax []float64
}{
	{"far above", []float64{1e4, 1e4, 1e4}, 1e4 + math.Log(3), []float64{1. / 3, 1. / 3, 1. / 3}},
	{"far below", []float64{-1e4, -1e4, -1e4}, -1e4 + math.Log(3), []float64{1. / 3, 1. / 3, 1. / 3}},
	{"far apart", []float64{-1e4, 1e4, 0}, 1e4, []float64{0, 1, 0}},
	{"some impossible", []float64{math.Inf(-1), 0, 0}, math.Log(2), []float64{0, .5, .5}},
	{"one possible", []float64{math.Inf(-1), 7, math.Inf(-1)}, 7, []float64{0, 1, 0}},
}

func TestLogSumExpExtremes(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	cases := append(rowCases[:len(rowCases):len(rowCases)], []struct {
		name    string
		row     []float64
		lse     float64
		softmax []float64
	}{
		{"all impossible", []float64{-inf, -inf, -inf}, -inf, []float64{0, 0, 0}},
		{"NaN", []float64{1, nan, 2}, nan, []float64{nan, nan, nan}},
		{"NaN among the impossible", []float64{-inf, nan, -inf}, nan, []float64{nan, nan, nan}},
		{"NaN beside infinity", []float64{inf, nan, 0}, nan, []float64{nan, nan, nan}},
		{"infinity", []float64{0, inf, 0}, inf, []float64{0, nan, 0}}, // no limit there
	}...)
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		for _, c := range cases {
			g := New()
			x := Input(g, "x", FromFloat64s(dt, c.row, 1, 3))
			y := LogSumExp(x)
			got := finish(t, dirtyPool(), y, mustGrad(t, Dot(y, []float64{-2}), x)[0])
			requireClose(t, c.name+": value", got[0], []float64{c.lse}, 1e-6, 0)
			want := make([]float64, 3)
			for j, p := range c.softmax {
				want[j] = -2 * p
			}
			if math.IsInf(c.lse, 1) {
				for j := range want {
					want[j] = nan
				}
			}
			requireClose(t, c.name+": gradient", got[1], want, 1e-6, 0)
		}
	}
}

func TestLogSumExpOfNothing(t *testing.T) {
	g := New()
	y := LogSumExp(Zeros(g, tensor.Float64, 2, 0))
	requireSameBits(t, "value", finish(t, NewPool(), y)[0], []float64{math.Inf(-1), math.Inf(-1)})
}

func TestLogSumExpPanics(t *testing.T) {
	g := New()
	mustPanic(t, "a vector", errShape, func() { LogSumExp(Zeros(g, tensor.Float64, 3)) })
}
