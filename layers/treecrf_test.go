package layers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

// drawScores draws the scores of all spans of a batch, of either sign and up
// to several units large.
func drawScores(r *rand.Rand, chart *graph.Chart) []float64 {
	return graph.Uniform(r, graph.Float64, 4, chart.Upto(chart.MaxWidth())).Float64s()
}

// crfValues are the log partition functions, the entropies and the log q of
// all trees of all sentences, as the graph computes them.
func crfValues(t rapid.TB, ops Ops, chart *graph.Chart, scores []float64, dt tensor.Dtype) (logZ, entropy, logQ []float64) {
	t.Helper()
	c := NewContext(dt, 0, nil)
	c.Ops = ops
	crf := NewTreeCRF(c, chart, c.Input(graph.FromFloat64s(dt, scores, len(scores))))
	var trees [][]Tree
	for _, n := range chart.Lengths {
		trees = append(trees, allTrees(n))
	}
	logProb := crf.LogProb(trees)
	m := graph.NewMachine(dt, graph.NewPool())
	defer m.Close()
	if err := m.Run(crf.LogPartition, crf.Entropy, logProb); err != nil {
		t.Fatalf("%v", err)
	}
	return graph.Float64s(m.Value(crf.LogPartition)), graph.Float64s(m.Value(crf.Entropy)), graph.Float64s(m.Value(logProb))
}

// Log partition function, entropy and log q are the sums over all trees, for
// every sentence of a batch, and the probabilities of all trees sum to 1.
func TestTreeCRFEnumerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := graph.NewChart(drawLengths(t, 1, 6))
		scores := drawScores(drawRand(t), chart)
		ops := rapid.SampledFrom(builds).Draw(t, "ops")
		for dt, tol := range map[tensor.Dtype]float64{graph.Float64: 1e-11, graph.Float32: 2e-5} {
			logZ, entropy, logQ := crfValues(t, ops, chart, scores, dt)
			for b, n := range chart.Lengths {
				want := enumerate(chart, b, scores)
				near(t, "log partition", logZ[b:b+1], []float64{want.logZ}, tol)
				near(t, "entropy", entropy[b:b+1], []float64{want.entropy}, tol)
				var total float64
				for k := range want.all {
					near(t, "log q", logQ[k:k+1], []float64{want.score[k] - want.logZ}, tol)
					total += math.Exp(logQ[k])
				}
				near(t, fmt.Sprintf("sum of q over all trees of %d words", n), []float64{total}, []float64{1}, 10*tol)
				logQ = logQ[len(want.all):]
			}
		}
	})
}

// With all scores zero every tree is as probable as any other.
func TestTreeCRFFlat(t *testing.T) {
	lengths := []int{40, 20, 10, 5, 4, 3, 2, 1}
	want := []float64{47.969250, 21.292698, 8.489205, 2.639057, 1.609438, 0.693147, 0, 0} // ln Catalan(T-1)
	chart := graph.NewChart(lengths)
	s := crfSubject(chart, make([]float64, chart.Upto(40)), make([][]Tree, len(lengths)))
	got, _ := s.run(t)
	near(t, "log partition", got[:len(want)], want, 5e-7)
	near(t, "entropy", got[len(want):], want, 5e-7)
}

// crfSubject returns the three kinds of values in one vector, with log q of
// some trees of each sentence.
func crfSubject(chart *graph.Chart, scores []float64, trees [][]Tree) subject {
	return subject{
		inputs: []*tensor.Dense{graph.FromFloat64s(graph.Float64, scores, len(scores))},
		build: func(c *Context, in []*graph.Node) *graph.Node {
			crf := NewTreeCRF(c, chart, in[0])
			return graph.ConcatRows(crf.LogPartition, crf.Entropy, crf.LogProb(trees))
		},
	}
}

func TestTreeCRFGradient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := graph.NewChart(drawLengths(t, 1, 6))
		r := drawRand(t)
		var trees [][]Tree
		for _, n := range chart.Lengths {
			all := allTrees(n)
			trees = append(trees, []Tree{all[r.IntN(len(all))], all[r.IntN(len(all))]})
		}
		crfSubject(chart, drawScores(r, chart), trees).checkDirections(t, r)
	})
}

func TestTreeCRFEveryElement(t *testing.T) {
	chart := graph.NewChart([]int{5, 3, 3, 1})
	crfSubject(chart, drawScores(graph.Rand(1, "test"), chart), [][]Tree{
		allTrees(5)[3:6], allTrees(3), {}, allTrees(1),
	}).checkEveryElement(t)
}

// Forbidden spans have no probability; all else is as the remaining trees say,
// and every gradient is finite and right.
func TestTreeCRFForbiddenSpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := graph.NewChart(drawLengths(t, 2, 6))
		r := drawRand(t)
		scores := drawScores(r, chart)
		var trees [][]Tree
		for b, n := range chart.Lengths {
			// One tree at least is spared.
			all := bracketings(0, n)
			spared := all[r.IntN(len(all))]
			eachSpan(chart, b, func(s Span, at int) {
				if s.Width > 1 && r.IntN(2) == 0 {
					scores[at] = math.Inf(-1)
				}
			})
			for _, s := range spared.spans {
				scores[chart.At(b, s.Start, s.Width)] = r.Float64()
			}
			trees = append(trees, []Tree{spared.tree})
		}
		logZ, entropy, _ := crfValues(t, Fused, chart, scores, graph.Float64)
		for b := range chart.Lengths {
			want := enumerate(chart, b, scores)
			near(t, "log partition", logZ[b:b+1], []float64{want.logZ}, 1e-11)
			near(t, "entropy", entropy[b:b+1], []float64{want.entropy}, 1e-11)
		}
		s := crfSubject(chart, scores, trees)
		_, gradients := s.run(t)
		for i, g := range gradients[0] {
			switch {
			case math.IsNaN(g) || math.IsInf(g, 0):
				t.Fatalf("gradient in score %d, %v, is %v", i, scores[i], g)
			case math.IsInf(scores[i], -1) && g != 0:
				t.Fatalf("gradient in a forbidden score is %v, want 0", g)
			}
		}
		s.checkDirections(t, r)
	})
}

// A sentence without any tree has -Inf for its log partition function and
// spoils neither its own gradient nor its neighbours' values.
func TestTreeCRFNoTree(t *testing.T) {
	chart := graph.NewChart([]int{4, 4, 3})
	scores := drawScores(graph.Rand(1, "test"), chart)
	for _, s := range []Span{{0, 2}, {1, 2}, {2, 2}} { // some two words must be joined
		scores[chart.At(1, s.Start, s.Width)] = math.Inf(-1)
	}
	logZ, entropy, _ := crfValues(t, Fused, chart, scores, graph.Float64)
	want0, want2 := enumerate(chart, 0, scores), enumerate(chart, 2, scores)
	near(t, "log partition", []float64{logZ[0], logZ[2]}, []float64{want0.logZ, want2.logZ}, 1e-11)
	near(t, "entropy", entropy, []float64{want0.entropy, 0, want2.entropy}, 1e-11)
	if !math.IsInf(logZ[1], -1) {
		t.Errorf("log partition function %v, want -Inf", logZ[1])
	}
	_, gradients := crfSubject(chart, scores, make([][]Tree, 3)).run(t)
	for i, g := range gradients[0] {
		if math.IsNaN(g) || math.IsInf(g, 0) {
			t.Errorf("gradient in score %d is %v", i, g)
		}
	}
}

func TestTreeCRFLogProbOfNoTree(t *testing.T) {
	c := NewContext(graph.Float64, 0, nil)
	crf := NewTreeCRF(c, graph.NewChart([]int{2}), c.Input(graph.Zero(graph.Float64, 3)))
	for _, tree := range []Tree{{Shift}, {Shift, Reduce, Reduce}, {Shift, Shift, Shift}, {Shift, Shift, Shift, Reduce, Reduce}} {
		mustPanic(t, errTree, func() { crf.LogProb([][]Tree{{tree}}) })
	}
}
