package graph

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestLogSigmoid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opCheck{
			func(in []*Node) *Node { return LogSigmoid(in[0]) },
			each(func(x float64) float64 { return math.Log(1 / (1 + math.Exp(-x))) }),
		}.on(t, draw(t, anyShape(t)...))
	})
}

func TestLogSigmoidExtremes(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		x := []float64{-1e4, 1e4, -100, 40, 0, -inf, inf, nan}
		value := []float64{-1e4, 0, -100, -math.Exp(-40), -math.Ln2, -inf, 0, nan}
		slope := []float64{1, 0, 1, math.Exp(-40), .5, 1, 0, nan}
		g := New()
		in := Input(g, "x", FromFloat64s(dt, x, len(x)))
		y := LogSigmoid(in)
		got := finish(t, NewPool(), y, mustGrad(t, Sum(y), in)[0])
		requireClose(t, "value", got[0], value, 1e-6, 0)
		requireClose(t, "gradient", got[1], slope, 1e-6, 0)
	}
}

// The probabilities of an event and of its opposite sum to one.
func TestLogSigmoidOfOpposites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-700, 700).Draw(t, "x")
		g := New()
		x := Input(g, "x", FromFloat64s(tensor.Float64, []float64{v}, 1))
		got := finish(t, NewPool(), LogSigmoid(x), LogSigmoid(Scale(x, -1)))
		if sum := math.Exp(got[0][0]) + math.Exp(got[1][0]); math.Abs(sum-1) > 1e-12 {
			t.Fatalf("sigmoid(%v) + sigmoid(%v) = %v", v, -v, sum)
		}
	})
}
