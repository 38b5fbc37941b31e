package graph

import (
	"fmt"
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// Every span's inside score, in a batch of mixed lengths, is the logarithm of
// the sum over its trees.
func TestInsideAgainstAllTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewChart(lengths(t, 6))
		opCheck{
			func(in []*Node) *Node { return insideOf(c, in[0]) },
			func(in [][]float64) []float64 {
				return overSpans(c, func(b int, s span) float64 {
					return enumerate(s, func(s span) float64 { return in[0][c.At(b, s.first, s.width)] }).logZ
				})
			},
		}.on(t, draw(t, c.Upto(c.MaxWidth())))
	})
}

// The gradient of log Z is the probability of each span: the share of the trees
// that hold it.
func TestInsideGradientIsTheMarginals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewChart(lengths(t, 6))
		v := draw(t, c.Upto(c.MaxWidth()))
		g := New()
		scores := Input(g, "scores", v)
		marginals := mustGrad(t, Sum(roots(c, insideOf(c, scores))), scores)[0]
		want := make([]float64, v.DataSize())
		for b, n := range c.Lengths {
			score := func(s span) float64 { return v.Float64s()[c.At(b, s.first, s.width)] }
			logZ := enumerate(span{0, n}, score).logZ
			for _, tree := range binaryTrees(span{0, n}) {
				p := -logZ
				for _, s := range tree {
					p += score(s)
				}
				for _, s := range tree {
					want[c.At(b, s.first, s.width)] += math.Exp(p)
				}
			}
		}
		requireClose(t, "marginals", finish(t, NewPool(), marginals)[0], want, 1e-10, 1e-12)
	})
}

// A sentence gives the same bits in a batch as alone: values and gradients of
// log Z and of the entropy.
func TestChartSentencesAreIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ns := lengths(t, 9)
		dt := rapid.SampledFrom([]tensor.Dtype{tensor.Float32, tensor.Float64}).Draw(t, "dtype")
		c := NewChart(ns)
		scores := Float64s(draw(t, c.Upto(c.MaxWidth())))
		for form, f := range chartForms {
			together := chartResults(t, f, c, dt, scores)
			for b, n := range ns {
				single := NewChart([]int{n})
				part := overSpans(single, func(_ int, s span) float64 { return scores[c.At(b, s.first, s.width)] })
				alone := chartResults(t, f, single, dt, part)
				for k, name := range []string{"inside", "entropy", "gradient of log Z", "gradient of the entropy"} {
					got := overSpans(single, func(_ int, s span) float64 { return together[k][c.At(b, s.first, s.width)] })
					requireSameBits(t, fmt.Sprintf("%s, sentence %d: %s", form, b, name), got, alone[k])
				}
			}
		}
	})
}

// chartForm is one of the two builds of the recurrences.
type chartForm func(c *Chart, scores *Node) (beta, entropy *Node)

var chartForms = map[string]chartForm{
	"fused":    InsideEntropy,
	"unrolled": func(c *Chart, scores *Node) (beta, entropy *Node) { return insideOf(c, scores), entropyOf(c, scores) },
}

// chartResults returns inside scores, entropies, and the gradients in the
// scores of the sums over the sentences of log Z and of the entropy.
func chartResults(t rapid.TB, form chartForm, c *Chart, dt tensor.Dtype, scores []float64) [][]float64 {
	t.Helper()
	x := func() *Node { return Input(New(), "scores", FromFloat64s(dt, scores, len(scores))) }
	a, b := x(), x() // a graph each: a node is differentiated once
	beta, _ := form(c, a)
	_, h := form(c, b)
	first := finish(t, dirtyPool(), beta, mustGrad(t, Sum(roots(c, beta)), a)[0])
	second := finish(t, dirtyPool(), h, mustGrad(t, Sum(roots(c, h)), b)[0])
	if second[1] == nil { // no sentence has a choice
		second[1] = make([]float64, len(scores))
	}
	return [][]float64{first[0], second[0], first[1], second[1]}
}

func eachForm(f func(form chartForm, dt tensor.Dtype)) {
	for _, form := range chartForms {
		f(form, tensor.Float32)
		f(form, tensor.Float64)
	}
}

// With all scores zero every tree is as likely as any: log Z and the entropy
// are the logarithm of a Catalan number.
func TestChartOfZeroScores(t *testing.T) {
	want := map[int]float64{1: 0, 2: 0, 3: 0.693147, 4: 1.609438, 5: 2.639057, 10: 8.489205, 20: 21.292698, 40: 47.969250}
	c := NewChart([]int{40, 20, 10, 5, 4, 3, 2, 1})
	eachForm(func(form chartForm, dt tensor.Dtype) {
		got := chartResults(t, form, c, dt, make([]float64, c.Upto(c.MaxWidth())))
		for b, n := range c.Lengths {
			for k, name := range []string{"log Z", "entropy"} {
				if x := got[k][c.Root(b)]; math.Abs(x-want[n]) > 1e-6*max(1, want[n]) {
					t.Errorf("%v, %d words: %s %.6f, want %.6f", dt, n, name, x, want[n])
				}
			}
		}
	})
}

// forbid puts -Inf for the scores of some spans of two words or more, but leaves
// each sentence one of its trees.
func forbid(t *rapid.T, c *Chart, scores []float64) {
	for b, n := range c.Lengths {
		trees := binaryTrees(span{0, n})
		keep := map[span]bool{}
		for _, s := range trees[size(t, "tree", 0, len(trees)-1)] {
			keep[s] = true
		}
		for w := 2; w <= n; w++ {
			for i := range n - w + 1 {
				if !keep[span{i, w}] && rapid.Bool().Draw(t, "forbidden") {
					scores[c.At(b, i, w)] = math.Inf(-1)
				}
			}
		}
	}
}

// Forbidden spans leave values that are those of the remaining trees, and
// finite gradients, right ones.
func TestChartWithForbiddenSpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewChart(lengths(t, 6))
		v := draw(t, c.Upto(c.MaxWidth()))
		forbid(t, c, v.Float64s())
		perSentence := func(pick func(enumerated) float64) func([][]float64) []float64 {
			return func(in [][]float64) []float64 {
				out := make([]float64, len(c.Lengths))
				for b, n := range c.Lengths {
					out[b] = pick(enumerate(span{0, n}, func(s span) float64 { return in[0][c.At(b, s.first, s.width)] }))
				}
				return out
			}
		}
		for _, form := range chartForms {
			opCheck{
				func(in []*Node) *Node {
					beta, _ := form(c, in[0])
					return roots(c, beta)
				},
				perSentence(func(e enumerated) float64 { return e.logZ }),
			}.on(t, v)
			opCheck{
				func(in []*Node) *Node {
					_, h := form(c, in[0])
					return roots(c, h)
				},
				perSentence(func(e enumerated) float64 { return e.entropy }),
			}.on(t, v)
		}
		eachForm(func(form chartForm, dt tensor.Dtype) {
			for _, grad := range chartResults(t, form, c, dt, Float64s(v))[2:] {
				for i, d := range grad {
					if math.IsNaN(d) || math.IsInf(d, 0) {
						t.Fatalf("gradient %d is %v", i, d)
					}
				}
			}
		})
	})
}

// Where every split is forbidden the sentence is impossible: log Z is -Inf, the
// entropy 0, no gradient is NaN, and the other sentences do not notice.
func TestChartWithEverySplitForbidden(t *testing.T) {
	eachForm(func(form chartForm, dt tensor.Dtype) {
		c := NewChart([]int{4, 3})
		scores := make([]float64, c.Upto(4))
		for i := range 2 {
			scores[c.At(1, i, 2)] = math.Inf(-1)
		}
		got := chartResults(t, form, c, dt, scores)
		requireClose(t, "log Z", []float64{got[0][c.Root(0)], got[0][c.Root(1)]}, []float64{math.Log(5), math.Inf(-1)}, 1e-6, 0)
		requireClose(t, "entropy", []float64{got[1][c.Root(0)], got[1][c.Root(1)]}, []float64{math.Log(5), 0}, 1e-6, 0)
		for k, grad := range got[2:] {
			for b, n := range c.Lengths {
				for w := 1; w < n; w++ {
					for i := range n - w + 1 {
						d := grad[c.At(b, i, w)]
						if math.IsNaN(d) || math.IsInf(d, 0) || (b == 1 && d != 0) {
							t.Errorf("gradient %d of sentence %d, %d words from %d on: %v", k, b, w, i, d)
						}
					}
				}
			}
		}
	})
}

// Scores so far apart that one tree has all the probability.
func TestChartExtremeScores(t *testing.T) {
	eachForm(func(form chartForm, dt tensor.Dtype) {
		c := NewChart([]int{4})
		scores := make([]float64, c.Upto(4))
		for i := range scores {
			scores[i] = -1e4
		}
		best := []span{{0, 4}, {0, 3}, {1, 2}, {0, 1}, {1, 1}, {2, 1}, {3, 1}}
		want := make([]float64, len(scores))
		for _, s := range best {
			scores[c.At(0, s.first, s.width)], want[c.At(0, s.first, s.width)] = 1e4, 1
		}
		got := chartResults(t, form, c, dt, scores)
		requireClose(t, "log Z", got[0][c.Root(0):], []float64{7e4}, 1e-7, 0)
		requireClose(t, "entropy", got[1][c.Root(0):], []float64{0}, 0, 0)
		requireClose(t, "marginals", got[2], want, 0, 0)
		requireClose(t, "gradient of the entropy", got[3], make([]float64, len(scores)), 0, 0)
	})
}

func TestChartPassesNaNOn(t *testing.T) {
	c := NewChart([]int{4})
	scores := make([]float64, c.Upto(4))
	scores[c.At(0, 1, 2)] = math.NaN()
	eachForm(func(form chartForm, dt tensor.Dtype) {
		for k, x := range chartResults(t, form, c, dt, scores)[:2] {
			if !math.IsNaN(x[c.Root(0)]) {
				t.Errorf("result %d is %v, want NaN", k, x[c.Root(0)])
			}
		}
	})
}

func BenchmarkInside(b *testing.B) {
	benchmarkChart(b, insideOf)
}

// benchmarkChart measures a recurrence over a batch of 16 sentences and reports
// the time by split.
func benchmarkChart(b *testing.B, recurrence func(c *Chart, scores *Node) *Node) {
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		for _, n := range []int{20, 40} {
			ns, splits := make([]int, 16), 0
			for i := range ns {
				ns[i] = n
				for w := 2; w <= n; w++ {
					splits += (n - w + 1) * (w - 1)
				}
			}
			c := NewChart(ns)
			scores := Input(New(), "scores", Uniform(Rand(1, "benchmark"), dt, 1, c.Upto(n)))
			out := roots(c, recurrence(c, scores))
			grad := mustGrad(b, Sum(out), scores)[0]
			for name, node := range map[string]*Node{"value": out, "gradient": grad} {
				b.Run(fmt.Sprintf("%v/16x%d/%s", dt, n, name), func(b *testing.B) {
					benchmarkNode(b, node)
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(splits), "ns/split")
				})
			}
		}
	}
}
