package variational

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda"
)

// transposed returns rows as a word-major table.
func transposed(rows [][]float64) []float64 {
	n := len(rows[0])
	out := make([]float64, n*len(rows))
	for k, row := range rows {
		for w, v := range row {
			out[w*len(rows)+k] = v
		}
	}
	return out
}

func flat(rows [][]float64) (out []float64) {
	for _, row := range rows {
		out = append(out, row...)
	}
	return out
}

// bagsOf makes documents of rows of counts [D, V].
func bagsOf(counts [][]float64) []lda.Bag {
	docs := make([]lda.Bag, len(counts))
	for d, row := range counts {
		for w, c := range row {
			if c > 0 {
				docs[d].IDs = append(docs[d].IDs, w)
				docs[d].Counts = append(docs[d].Counts, c)
			}
		}
	}
	return docs
}

func TestEStepAgainstReferenceValuesOfEM(t *testing.T) {
	ref := readGolden(t)
	em := ref.VariationalEM
	docs := bagsOf(ref.SmoothedVB.Counts)
	v, k := ref.SmoothedVB.Vocab, len(em.Alpha0)
	topics := likelihoods(t, lda.Point, graph.FromFloat64s(graph.Float64, transposed(em.Phi0), v, k))
	var start []float64
	for _, doc := range docs {
		for _, a := range em.Alpha0 {
			start = append(start, a+doc.Total()/float64(k))
		}
	}
	for _, ops := range []layers.Ops{layers.Fused, layers.Unrolled} {
		for _, until := range []graph.Convergence{
			{Iterations: 1000, Tolerance: 1e-14},
			{Iterations: 400, Criterion: graph.BoundChange}, // bounds are too flat for a tolerance of theirs
		} {
			sums := Statistics{Counts: graph.Zero(graph.Float64, v, k), LogTheta: make([]float64, k)}
			x, err := NewEStep(ops, until).Expect(NewBlock(docs, v), topics, em.Alpha0, start, sums)
			if err != nil {
				t.Fatal(err)
			}
			requireClose(t, "gamma", x.Gamma, flat(em.Gamma), 1e-6)
			requireClose(t, "bounds", x.Bounds, em.ELBO, 1e-8)
			requireClose(t, "expectations of log theta", sums.LogTheta, evidenceOf(em.Gamma).Logs, 1e-6)
			phi, totals := sums.Counts.Float64s(), make([]float64, k)
			for i, c := range phi {
				totals[i%k] += c
			}
			for i := range phi {
				phi[i] /= totals[i%k]
			}
			requireClose(t, "phi after the M-step", phi, transposed(em.Phi1), 1e-6)
		}
	}
}

// Every E-step of variational Bayes, and the bound after it.
func TestEStepAgainstReferenceValuesOfVB(t *testing.T) {
	ref := readGolden(t).SmoothedVB
	docs, v, k := bagsOf(ref.Counts), ref.Vocab, ref.Topics
	b := NewBlock(docs, v)
	alpha := Spread([]float64{ref.Alpha}, k)
	for _, ops := range []layers.Ops{layers.Fused, layers.Unrolled} {
		before := ref.Lambda0
		for _, want := range ref.Iterations {
			lambda := graph.FromFloat64s(graph.Float64, transposed(before), v, k)
			bound, err := ToLogsAndBound(lambda, []float64{ref.Eta})
			if err != nil {
				t.Fatal(err)
			}
			e := NewEStep(ops, graph.Convergence{Iterations: 2000, Tolerance: 1e-14})
			x, err := e.Expect(b, graph.ToLikelihoods(lambda), alpha, e.Start(lda.Dirichlet, b, alpha), Statistics{Counts: graph.Zero(graph.Float64, v, k)})
			if err != nil {
				t.Fatal(err)
			}
			requireClose(t, "gamma", x.Gamma, flat(want.Gamma), 1e-8)
			requireClose(t, "ELBO", []float64{bound + total(x.Bounds)}, []float64{want.ELBO}, 1e-8)
			before = want.Lambda
		}
	}
}

// drawCorpus draws documents over v words, empty ones among them.
func drawCorpus(t *rapid.T, v int) []lda.Bag {
	docs := make([]lda.Bag, rapid.IntRange(1, 6).Draw(t, "documents"))
	for d := range docs {
		docs[d] = lda.BagOf(rapid.SliceOfN(rapid.IntRange(0, v-1), 0, 12).Draw(t, "tokens"))
	}
	return docs
}

// likelihoods makes likelihoods of a table of topics, in its memory.
func likelihoods(t rapid.TB, kind lda.Kind, topics *tensor.Dense) *graph.Likelihoods {
	t.Helper()
	if err := ToLogs(kind, topics); err != nil {
		t.Fatal(err)
	}
	return graph.ToLikelihoods(topics)
}

// drawLikelihoods draws topics of either kind.
func drawLikelihoods(t *rapid.T, dt tensor.Dtype, v, k int) *graph.Likelihoods {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	x := make([]float64, v*k)
	for i := range x {
		x[i] = 0.05 + r.ExpFloat64()
	}
	kind := rapid.SampledFrom([]lda.Kind{lda.Point, lda.Dirichlet}).Draw(t, "kind")
	if kind == lda.Point {
		sums := make([]float64, k)
		for i, p := range x {
			sums[i%k] += p
		}
		for i := range x {
			x[i] /= sums[i%k]
		}
	}
	return likelihoods(t, kind, graph.FromFloat64s(dt, x, v, k))
}

// The fused op is what the unrolled nodes say, wherever either criterion ends.
func TestEStepFusedAndUnrolled(t *testing.T) {
	for _, c := range []struct {
		dt         tensor.Dtype
		eps        float64
		tolerances []float64
	}{
		{graph.Float64, 1e-10, []float64{0, 1e-2, 1e-1}},
		{graph.Float32, 1e-4, []float64{0}}, // by rounding, one may be below another tolerance before the other
	} {
		rapid.Check(t, func(t *rapid.T) {
			v, k := rapid.IntRange(1, 12).Draw(t, "words"), rapid.IntRange(1, 5).Draw(t, "topics")
			b := NewBlock(drawCorpus(t, v), v)
			topics := drawLikelihoods(t, c.dt, v, k)
			alpha := drawAlpha(t, k)
			start := slices.Repeat([]float64{1}, b.Docs.Rows*k)
			until := graph.Convergence{
				Iterations: rapid.IntRange(0, 8).Draw(t, "iterations"),
				Tolerance:  rapid.SampledFrom(c.tolerances).Draw(t, "tolerance"),
				Criterion:  rapid.SampledFrom([]graph.Criterion{graph.WeightChange, graph.BoundChange}).Draw(t, "criterion"),
			}
			expect := func(ops layers.Ops) (*Inferred, Statistics) {
				sums := Statistics{ // which are added to
					Counts:   graph.FromFloat64s(c.dt, slices.Repeat([]float64{3}, v*k), v, k),
					LogTheta: slices.Repeat([]float64{2}, k),
				}
				x, err := NewEStep(ops, until).Expect(b, topics, alpha, start, sums)
				if err != nil {
					t.Fatal(err)
				}
				return x, sums
			}
			fused, sums := expect(layers.Fused)
			plain, want := expect(layers.Unrolled)
			requireClose(t, "updates", fused.Updates, plain.Updates, 0)
			requireClose(t, "gamma", fused.Gamma, plain.Gamma, c.eps)
			requireClose(t, "bounds", fused.Bounds, plain.Bounds, c.eps)
			requireClose(t, "counts", graph.Float64s(sums.Counts), graph.Float64s(want.Counts), c.eps)
			requireClose(t, "log theta", sums.LogTheta, want.LogTheta, 10*c.eps)
		})
	}
}
