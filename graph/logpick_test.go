package graph

import (
	"fmt"
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestLogSoftmaxPick(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := size(t, "n", 0, 4), size(t, "m", 1, 5)
		targets := rapid.SliceOfN(rapid.IntRange(0, m-1), n, n).Draw(t, "targets")
		opCheck{
			func(in []*Node) *Node { return LogSoftmaxPick(in[0], targets) },
			func(in [][]float64) []float64 {
				out := make([]float64, n)
				for i := range out {
					row := in[0][i*m : (i+1)*m]
					out[i] = math.Log(math.Exp(row[targets[i]]) / math.Exp(naiveLogSumExp(row)))
				}
				return out
			},
		}.on(t, draw(t, n, m))
	})
}

func TestLogSoftmaxPickExtremes(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		for _, c := range rowCases {
			for target := range c.row {
				got := pickWithGrad(t, dt, c.row, target)
				requireClose(t, c.name+": value", got[0], []float64{c.row[target] - c.lse}, 1e-6, 1e-3) // 1e4 has three decimals in float32
				want := make([]float64, len(c.row))
				for j, p := range c.softmax {
					want[j] = 2 * p
				}
				want[target] -= 2
				requireClose(t, c.name+": gradient", got[1], want, 1e-6, 1e-6)
			}
		}
		for name, row := range map[string][]float64{
			"all impossible": {-inf, -inf, -inf}, "NaN": {1, nan, 2}, "NaN and -Inf": {-inf, nan, -inf},
		} {
			got := pickWithGrad(t, dt, row, 0)
			requireClose(t, name+": value", got[0], []float64{nan}, 0, 0)
			requireClose(t, name+": gradient", got[1], []float64{nan, nan, nan}, 0, 0)
		}
	}
}

// pickWithGrad returns the value and -2 times its gradient.
func pickWithGrad(t *testing.T, dt tensor.Dtype, row []float64, target int) [][]float64 {
	t.Helper()
	g := New()
	x := Input(g, "x", FromFloat64s(dt, row, 1, len(row)))
	y := LogSoftmaxPick(x, []int{target})
	return finish(t, dirtyPool(), y, mustGrad(t, Dot(y, []float64{-2}), x)[0])
}

func TestLogSoftmaxPickCopiesItsTargets(t *testing.T) {
	g := New()
	targets := []int{0}
	y := LogSoftmaxPick(Input(g, "x", FromFloat64s(tensor.Float64, []float64{0, math.Log(3)}, 1, 2)), targets)
	targets[0] = 1
	requireClose(t, "value", finish(t, NewPool(), y)[0], []float64{math.Log(1. / 4)}, 1e-14, 0)
}

func TestLogSoftmaxPickPanics(t *testing.T) {
	g := New()
	x := Zeros(g, tensor.Float64, 2, 3)
	mustPanic(t, "a target too few", errShape, func() { LogSoftmaxPick(x, []int{0}) })
	mustPanic(t, "target too high", errIndex, func() { LogSoftmaxPick(x, []int{0, 3}) })
	mustPanic(t, "target negative", errIndex, func() { LogSoftmaxPick(x, []int{0, -1}) })
	mustPanic(t, "a vector", errShape, func() { LogSoftmaxPick(Zeros(g, tensor.Float64, 3), nil) })
}

func BenchmarkLogSoftmaxPick(b *testing.B) {
	const rows = 256
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		for _, vocabulary := range []int{1000, 10000} {
			r := Rand(1, "benchmark")
			targets := make([]int, rows)
			for i := range targets {
				targets[i] = r.IntN(vocabulary)
			}
			x := Input(New(), "x", Uniform(r, dt, 3, rows, vocabulary))
			y := LogSoftmaxPick(x, targets)
			b.Run(fmt.Sprintf("%v/%dx%d/value", dt, rows, vocabulary), func(b *testing.B) {
				benchmarkNode(b, y)
				reportPerElement(b, rows*vocabulary)
			})
			b.Run(fmt.Sprintf("%v/%dx%d/gradient", dt, rows, vocabulary), func(b *testing.B) { benchmarkGrad(b, y, x) })
		}
	}
}
