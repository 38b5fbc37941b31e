package graph

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// Whatever their range, of words that are impossible too, the logarithms come back, and
// rows are exp of them, the greatest 1; what is below the range of the type is 0 for
// those who fit.
func TestLikelihoods(t *testing.T) {
	for dt, eps := range map[tensor.Dtype]float64{tensor.Float32: 1e-5, tensor.Float64: 1e-13} {
		rapid.Check(t, func(t *rapid.T) {
			words, k := size(t, "words", 0, 4), size(t, "components", 1, 20)
			logs := make([]float64, words*k)
			for i := range logs {
				logs[i] = rapid.SampledFrom([]float64{0, 1, 30, -0.5, -20, -80, -100, -700, -760, -5000, math.Inf(-1)}).Draw(t, "log")
			}
			l := ToLikelihoods(FromFloat64s(dt, logs, words, k))
			requireClose(t, "logarithms", Float64s(l.Logs()), logs, eps, eps)
			for w := range words {
				top := math.Inf(-1)
				for _, v := range logs[w*k : (w+1)*k] {
					top = max(top, v)
				}
				want := make([]float64, k+3)
				for j, v := range logs[w*k : (w+1)*k] {
					if !math.IsInf(top, -1) {
						want[j] = math.Exp(v - top)
					}
				}
				requireClose(t, "row", copied(l, w, len(want)), want, eps, 1e-37)
			}
		})
	}
}

// copied returns what copyRow makes of a word, n numbers.
func copied(l *Likelihoods, w, n int) []float64 {
	k := l.Rows.Shape()[1]
	if l.Rows.Dtype() == tensor.Float32 {
		out := make([]float32, n)
		tableOf(l.Rows.Float32s(), l.Scales.Float32s(), k).copyRow(out, w)
		return float64sFrom(out)
	}
	out := make([]float64, n)
	tableOf(l.Rows.Float64s(), l.Scales.Float64s(), k).copyRow(out, w)
	return out
}

// Fits one after the other, in the same buffers and adding to the same counts, are
// those of one after the other in buffers of their own.
func TestFitDirichletMixtureInTurn(t *testing.T) {
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		rapid.Check(t, func(t *rapid.T) {
			v, k := size(t, "words", 1, 9), size(t, "components", 1, 12)
			logBeta, alpha := draw(t, v, k).Float64s(), drawPositive(t, k).Float64s()
			words := ToLikelihoods(FromFloat64s(dt, logBeta, v, k))
			counts, want := Zero(dt, v, k), make([]float64, v*k)
			buffers, pool := new(MixtureBuffers), NewPool()
			for range size(t, "fits", 1, 3) {
				d := size(t, "documents", 0, 4)
				docs, start, weights := drawBags(t, d, v), drawPositive(t, d, k), drawPositive(t, d)
				until := Convergence{Iterations: 20, Tolerance: 1e-3}
				input := func(g *Graph, name string, x []float64, shape ...int) *Node {
					return Input(g, name, FromFloat64s(dt, x, shape...))
				}
				g := New()
				fit := FitDirichletMixture(docs, words.Of(g), input(g, "alpha", alpha, k), input(g, "start", start.Float64s(), d, k), until, buffers)
				got := finish(t, pool, fit.Bound, fit.Gamma, fit.Updates,
					AddTo(Input(g, "counts", counts), fit.Counts(input(g, "weights", weights.Float64s(), d))))

				g = New()
				in := input(g, "logBeta", logBeta, v, k)
				bound, gamma, updates := DirichletMixture(docs, in, input(g, "alpha", alpha, k), input(g, "start", start.Float64s(), d, k), until)
				alone := finish(t, NewPool(), bound, gamma, updates, mustGrad(t, Dot(bound, weights.Float64s()), in)[0])
				for i := range 3 {
					requireSameBits(t, "result", got[i], alone[i])
				}
				for i, c := range alone[3] {
					want[i] += c
				}
				requireClose(t, "counts", Float64s(counts), want, 1e-5, 1e-5)
				requireSameBits(t, "value of AddTo", got[3], Float64s(counts))
			}
		})
	}
}
