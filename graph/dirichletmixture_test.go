package graph

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// drawBags draws documents with words below v, no word twice in one, empty ones
// among them.
func drawBags(t *rapid.T, rows, v int) *CSR {
	a := &CSR{Cols: v, Start: []int{0}}
	for range rows {
		words := rapid.SliceOfNDistinct(rapid.IntRange(0, v-1), 0, v, rapid.ID[int]).Draw(t, "words")
		slices.Sort(words)
		a.AppendRow(words...)
	}
	for range a.Index {
		a.Value = append(a.Value, float64(rapid.IntRange(1, 4).Draw(t, "count")))
	}
	return a
}

// naiveMixture fits a document by the equations, share by share, and returns the
// bounds and gammas before every update and after the last.
func naiveMixture(docs *CSR, doc int, logBeta, alpha, start []float64, updates int) (bounds []float64, gammas [][]float64) {
	k := len(alpha)
	gamma := slices.Clone(start[doc*k : (doc+1)*k])
	if docs.Start[doc] == docs.Start[doc+1] {
		gamma = slices.Clone(alpha)
	}
	for range updates + 1 {
		var total, prior float64
		for j := range k {
			total += gamma[j]
			prior += alpha[j]
		}
		expected := func(j int) float64 { return mathext.Digamma(gamma[j]) - mathext.Digamma(total) }
		bound := lgamma(prior) - lgamma(total)
		next := slices.Clone(alpha)
		for j := range k {
			bound += lgamma(gamma[j]) - lgamma(alpha[j]) + (alpha[j]-gamma[j])*expected(j)
		}
		for i := docs.Start[doc]; i < docs.Start[doc+1]; i++ {
			row := make([]float64, k)
			for j := range k {
				row[j] = expected(j) + logBeta[docs.Index[i]*k+j]
			}
			norm := naiveLogSumExp(row)
			bound += docs.Value[i] * norm
			for j := range k {
				if share := math.Exp(row[j] - norm); !math.IsNaN(share) {
					next[j] += docs.Value[i] * share
				}
			}
		}
		bounds, gammas = append(bounds, bound), append(gammas, gamma)
		gamma = next
	}
	return bounds, gammas
}

func lgamma(x float64) float64 { v, _ := math.Lgamma(x); return v }

// At convergence, the bound's gradient is the whole one.
func TestDirichletMixtureBound(t *testing.T) {
	until := Convergence{Iterations: 4000, Tolerance: 1e-14}
	rapid.Check(t, func(t *rapid.T) {
		d, v, k := size(t, "documents", 0, 3), size(t, "words", 1, 5), size(t, "components", 1, 4)
		docs := drawBags(t, d, v)
		opCheck{
			func(in []*Node) *Node {
				bound, _, _ := DirichletMixture(docs, in[0], in[1], in[2], until)
				return bound
			},
			func(in [][]float64) []float64 {
				out := make([]float64, d)
				for i := range out {
					bounds, _ := naiveMixture(docs, i, in[0], in[1], in[2], 1000)
					out[i] = bounds[1000]
				}
				return out
			},
		}.on(t, draw(t, v, k), drawPositive(t, k), drawPositive(t, d, k))
	})
}

// Update by update, and where each criterion ends.
func TestDirichletMixtureUpdates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, v, k := size(t, "documents", 1, 4), size(t, "words", 1, 6), size(t, "components", 1, 20)
		docs := drawBags(t, d, v)
		logBeta, alpha, start := draw(t, v, k), drawPositive(t, k), drawPositive(t, d, k)
		until := Convergence{
			Iterations: size(t, "iterations", 0, 12),
			Tolerance:  rapid.SampledFrom([]float64{0, 1e-4, 1e-2}).Draw(t, "tolerance"),
			Criterion:  rapid.SampledFrom([]Criterion{WeightChange, BoundChange}).Draw(t, "criterion"),
		}
		bound, gamma, updates := runMixture(t, docs, logBeta, alpha, start, until)
		for i := range d {
			bounds, gammas := naiveMixture(docs, i, logBeta.Float64s(), alpha.Float64s(), start.Float64s(), until.Iterations)
			want := 0
			for docs.Start[i] < docs.Start[i+1] && want < until.Iterations {
				want++
				if until.Criterion == WeightChange {
					var change float64
					for j := range k {
						change += math.Abs(gammas[want][j]-gammas[want-1][j]) / float64(k)
					}
					if change < until.Tolerance {
						break
					}
				} else if math.Abs((bounds[want]-bounds[want-1])/bounds[want-1]) < until.Tolerance {
					break
				}
			}
			if updates[i] != float64(want) {
				t.Fatalf("document %d: found %v updates, want %d", i, updates[i], want)
			}
			requireClose(t, "gamma", gamma[i*k:(i+1)*k], gammas[want], 1e-8, 1e-8)
			requireClose(t, "bound", bound[i:i+1], bounds[want:want+1], 1e-8, 1e-8)
			for u := 1; u <= want; u++ {
				if bounds[u] < bounds[u-1]-1e-9*math.Abs(bounds[u-1]) {
					t.Fatalf("document %d: the bound fell from %v to %v", i, bounds[u-1], bounds[u])
				}
			}
		}
	})
}

// runMixture returns the elements of the three results.
func runMixture(t rapid.TB, docs *CSR, logBeta, alpha, start *tensor.Dense, until Convergence) (bound, gamma, updates []float64) {
	t.Helper()
	g := New()
	b, gm, u := DirichletMixture(docs, Input(g, "logBeta", logBeta), Input(g, "alpha", alpha), Input(g, "start", start), until)
	out := finish(t, NewPool(), b, gm, u)
	return out[0], out[1], out[2]
}

// The expected counts that a gradient gives add up to the words, and with alpha
// to the gammas, whatever the likelihoods: also where exp(digamma) of a small
// prior or of rare words underflows, in either element type.
func TestDirichletMixtureOfTinyPriors(t *testing.T) {
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		for _, prior := range []float64{1, 0.02, 1e-3, 1e-5} {
			rapid.Check(t, func(t *rapid.T) {
				d, v, k := 3, 4, size(t, "components", 1, 5)
				docs := drawBags(t, d, v)
				r := generator(t)
				logBeta := make([]float64, v*k)
				for i := range logBeta {
					logBeta[i] = -2000 * r.Float64()
				}
				g := New()
				fill := func(x float64, shape ...int) *tensor.Dense {
					return FromFloat64s(dt, slices.Repeat([]float64{x}, tensor.Shape(shape).TotalSize()), shape...)
				}
				in := Input(g, "logBeta", FromFloat64s(dt, logBeta, v, k))
				bound, gamma, _ := DirichletMixture(docs, in, Input(g, "alpha", fill(prior, k)), Input(g, "start", fill(1, d, k)),
					Convergence{Iterations: 50, Tolerance: 1e-6})
				out := finish(t, NewPool(), bound, gamma, mustGrad(t, Sum(bound), in)[0])
				var words, fromGamma, fromCounts float64
				for _, c := range docs.Value {
					words += c
				}
				for _, x := range out[1] {
					fromGamma += x - prior
				}
				for _, x := range out[2] {
					fromCounts += x
				}
				requireClose(t, "words by gamma and by counts", []float64{fromGamma, fromCounts}, []float64{words, words}, 1e-4, 1e-4)
				for _, b := range out[0] {
					if math.IsNaN(b) || math.IsInf(b, 0) {
						t.Fatalf("found a bound of %v", b)
					}
				}
			})
		}
	}
}

// The pass in logarithms is the pass.
func TestMixtureAscentInLogs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, v := size(t, "components", 1, 9), size(t, "words", 1, 9)
		docs := drawBags(t, 1, v)
		alpha := drawPositive(t, k).Float64s()
		table := tableFrom(draw(t, v, k).Float64s(), k)
		a := ascentOf(newMixture(docs, k, Convergence{}), table, alpha)
		a.open(0, drawPositive(t, k).Float64s())
		a.pass()
		want, logs := expectedWords(a), a.logLikelihood()
		a.underflown = true
		a.passInLogs()
		requireClose(t, "expected words", expectedWords(a), want, 1e-12, 1e-12)
		requireClose(t, "log likelihood", []float64{a.logLikelihood()}, []float64{logs}, 1e-12, 1e-12)
	})
}

// A word that nothing gives makes its document impossible, and no other.
func TestDirichletMixtureOfAnImpossibleWord(t *testing.T) {
	inf := math.Inf(-1)
	docs := &CSR{Cols: 3, Value: []float64{1, 2, 1, 1}}
	docs.AppendRow(0, 1)
	docs.AppendRow(0)
	docs.AppendRow(2)
	g := New()
	in := Input(g, "logBeta", FromFloat64s(tensor.Float64, []float64{-1, inf, inf, inf, inf, -1}, 3, 2))
	alpha := Input(g, "alpha", FromFloat64s(tensor.Float64, []float64{0.5, 0.25}, 2))
	start := Input(g, "start", FromFloat64s(tensor.Float64, slices.Repeat([]float64{1}, 6), 3, 2))
	bound, gamma, _ := DirichletMixture(docs, in, alpha, start, Convergence{Iterations: 100, Tolerance: 1e-12})
	out := finish(t, NewPool(), bound, gamma, mustGrad(t, Sum(bound), in)[0])
	requireClose(t, "gamma", out[1], []float64{1.5, 0.25, 1.5, 0.25, 0.5, 1.25}, 1e-12, 0)
	requireClose(t, "counts", out[2], []float64{2, 0, 0, 0, 0, 1}, 1e-12, 0)
	// With one word theta integrates out: alpha_k / sum alpha times phi.
	requireClose(t, "bounds", out[0], []float64{inf, math.Log(2./3) - 1, math.Log(1./3) - 1}, 1e-12, 0)
}

// A document's results do not depend on those beside it, nor on the threads.
func TestDirichletMixtureSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rapid.Check(t, func(t *rapid.T) {
		d, v, k := size(t, "documents", 1, 12), size(t, "words", 1, 30), size(t, "components", 1, 20)
		docs := drawBags(t, d, v)
		logBeta, alpha, start := draw(t, v, k), drawPositive(t, k), drawPositive(t, d, k)
		until := Convergence{Iterations: 30, Tolerance: 1e-3}
		run := func(threads int) [][]float64 {
			runtime.GOMAXPROCS(threads)
			g := New()
			in := Input(g, "logBeta", logBeta)
			b, gm, u := DirichletMixture(docs, in, Input(g, "alpha", alpha), Input(g, "start", start), until)
			return finish(t, dirtyPool(), b, gm, u, mustGrad(t, Sum(b), in)[0])
		}
		one := run(1)
		for i, x := range run(3) {
			requireSameBits(t, "result of three threads", x, one[i])
		}
		for i := range d {
			alone := &CSR{Cols: v, Value: docs.Value[docs.Start[i]:docs.Start[i+1]]}
			alone.AppendRow(docs.Index[docs.Start[i]:docs.Start[i+1]]...)
			b, gm, _ := runMixture(t, alone, logBeta, alpha, FromFloat64s(tensor.Float64, start.Float64s()[i*k:(i+1)*k], 1, k), until)
			requireSameBits(t, "bound alone", b, one[0][i:i+1])
			requireSameBits(t, "gamma alone", gm, one[1][i*k:(i+1)*k])
		}
	})
}

func TestDirichletMixturePanics(t *testing.T) {
	g := New()
	docs := &CSR{Cols: 2}
	docs.AppendRow(0, 1)
	zeros := func(shape ...int) *Node { return Zeros(g, tensor.Float64, shape...) }
	for name, f := range map[string]func(){
		"words": func() { DirichletMixture(docs, zeros(3, 2), zeros(2), zeros(1, 2), Convergence{}) },
		"alpha": func() { DirichletMixture(docs, zeros(2, 2), zeros(3), zeros(1, 2), Convergence{}) },
		"start": func() { DirichletMixture(docs, zeros(2, 2), zeros(2), zeros(2, 2), Convergence{}) },
		"counts": func() {
			DirichletMixture(&CSR{Rows: 1, Cols: 2, Start: []int{0, 1}, Index: []int{1}, Value: []float64{1, 2}}, zeros(2, 2), zeros(2), zeros(1, 2), Convergence{})
		},
	} {
		mustPanic(t, name, errShape, f)
	}
}
