package layers

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

// insideScores computes what Sample needs.
func insideScores(t testing.TB, chart *graph.Chart, scores []float64, dt tensor.Dtype) []float64 {
	t.Helper()
	c := NewContext(dt, 0, nil)
	crf := NewTreeCRF(c, chart, c.Input(graph.FromFloat64s(dt, scores, len(scores))))
	m := graph.NewMachine(dt, graph.NewPool())
	defer m.Close()
	if err := m.Run(crf.Beta); err != nil {
		t.Fatal(err)
	}
	return graph.Float64s(m.Value(crf.Beta))
}

// Marginals are the sums of the probabilities of the trees that have the span.
func TestMarginals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := graph.NewChart(drawLengths(t, 1, 6))
		scores := drawScores(drawRand(t), chart)
		marginals, err := Decoder{chart}.Marginals(scores)
		if err != nil {
			t.Fatal(err)
		}
		for b := range chart.Lengths {
			want := enumerate(chart, b, scores)
			eachSpan(chart, b, func(s Span, at int) {
				near(t, "marginal", marginals[at:at+1], []float64{want.marginal[s]}, 1e-11)
			})
		}
	})
}

// Viterbi finds the first best tree in the list of all trees, which starts with
// the lowest splits: with scores from few integers most sentences have ties.
func TestViterbi(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := graph.NewChart(drawLengths(t, 1, 6))
		scores := make([]float64, chart.Upto(chart.MaxWidth()))
		highest := rapid.IntRange(0, 3).Draw(t, "highest")
		for i := range scores {
			scores[i] = float64(rapid.IntRange(0, highest).Draw(t, "score"))
		}
		for b := range chart.Lengths {
			tree, score, err := Decoder{chart}.Viterbi(scores, b)
			if err != nil {
				t.Fatal(err)
			}
			all := enumerate(chart, b, scores)
			best := slices.Max(all.score)
			if want := all.all[slices.Index(all.score, best)].tree; score != best || !slices.Equal(tree, want) {
				t.Fatalf("sentence %d: got %v with %v, want %v with %v", b, tree, score, want, best)
			}
		}
	})
}

// The tree of highest marginals has the highest expected number of right spans.
func TestMinimumBayesRisk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := graph.NewChart(drawLengths(t, 2, 6))
		scores := drawScores(drawRand(t), chart)
		marginals, err := Decoder{chart}.Marginals(scores)
		if err != nil {
			t.Fatal(err)
		}
		for b, n := range chart.Lengths {
			tree, expected, err := Decoder{chart}.Viterbi(marginals, b)
			if err != nil {
				t.Fatal(err)
			}
			// The expectation, over all gold trees, of the spans in common.
			all := enumerate(chart, b, scores)
			right := func(spans []Span) (sum float64) {
				for k, gold := range all.all {
					for _, s := range spans {
						if slices.Contains(gold.spans, s) {
							sum += all.probability[k]
						}
					}
				}
				return sum
			}
			best := 0.0
			for _, t := range all.all {
				best = max(best, right(t.spans))
			}
			near(t, "right spans", []float64{right(tree.Spans()), expected - float64(n)}, []float64{best, best}, 1e-11)
		}
	})
}

// checkFrequencies holds counts to probabilities by a chi-square test whose
// rejection, once in a thousand, is a failure. Cells expected to have fewer
// than five are put together.
func checkFrequencies(t testing.TB, count []int, probability []float64) {
	t.Helper()
	draws := 0
	for _, n := range count {
		draws += n
	}
	var statistic, rareExpected, rareCount float64
	cells := -1
	add := func(observed, expected float64) {
		statistic += (observed - expected) * (observed - expected) / expected
		cells++
	}
	for k, p := range probability {
		switch expected := p * float64(draws); {
		case p == 0 && count[k] > 0:
			t.Fatalf("outcome %d of probability 0 was drawn %d times", k, count[k])
		case expected < 5:
			rareExpected, rareCount = rareExpected+expected, rareCount+float64(count[k])
		default:
			add(float64(count[k]), expected)
		}
	}
	if rareExpected >= 5 {
		add(rareCount, rareExpected)
	}
	if p := (distuv.ChiSquared{K: float64(cells)}).Survival(statistic); !(p > 1e-3) {
		t.Errorf("chi-square %.1f with %d degrees of freedom: p = %.2g", statistic, cells, p)
	}
}

func TestSampleFrequencies(t *testing.T) {
	chart := graph.NewChart([]int{6, 5, 5, 3})
	scores := drawScores(graph.Rand(7, "test"), chart)
	for i := range scores {
		scores[i] /= 4 // no tree so improbable as never to be seen
	}
	eachSpan(chart, 2, func(s Span, at int) {
		if s == (Span{1, 3}) || s == (Span{3, 2}) {
			scores[at] = math.Inf(-1)
		}
	})
	for _, dt := range []tensor.Dtype{graph.Float64, graph.Float32} {
		beta := insideScores(t, chart, scores, dt)
		for b := range chart.Lengths {
			all := enumerate(chart, b, scores)
			index := map[string]int{}
			for k, t := range all.all {
				index[t.tree.String()] = k
			}
			count := make([]int, len(all.all))
			r := graph.Rand(11, "sample", uint64(b))
			for range 20000 {
				tree, err := Decoder{chart}.Sample(beta, b, r)
				if err != nil {
					t.Fatal(err)
				}
				k, ok := index[tree.String()]
				if !ok {
					t.Fatalf("%v is no tree over %d words", tree, chart.Lengths[b])
				}
				count[k]++
			}
			checkFrequencies(t, count, all.probability)
		}
	}
}

// A split as good as certain is taken although its log weight swallows all
// others, and so is a span's own score that swallows its splits.
func TestSampleLargeScores(t *testing.T) {
	chart := graph.NewChart([]int{4})
	scores := make([]float64, chart.Upto(4))
	scores[chart.Root(0)] = 1e18
	scores[chart.At(0, 0, 3)], scores[chart.At(0, 1, 2)] = 800, 800
	beta := insideScores(t, chart, scores, graph.Float64)
	r := graph.Rand(1, "sample")
	for range 100 {
		tree, err := Decoder{chart}.Sample(beta, 0, r)
		if err != nil {
			t.Fatal(err)
		}
		if tree.String() != "SSSRRSR" {
			t.Fatalf("got %v, want SSSRRSR", tree)
		}
	}
}

// Scores without a tree, and what are no scores, are errors of the sentence
// that has them; its neighbours still have trees.
func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct {
		name  string
		span  Span
		score float64
		want  error
	}{
		{"root forbidden", Span{0, 4}, math.Inf(-1), ErrNoTree},
		{"word forbidden", Span{2, 1}, math.Inf(-1), ErrNoTree},
		{"NaN", Span{1, 2}, math.NaN(), ErrScores},
		{"NaN of a word", Span{3, 1}, math.NaN(), ErrScores},
		{"+Inf", Span{1, 3}, math.Inf(1), ErrScores},
	} {
		t.Run(c.name, func(t *testing.T) { checkDecodeError(t, []Span{c.span}, c.score, c.want) })
	}
	t.Run("every split forbidden", func(t *testing.T) {
		checkDecodeError(t, []Span{{0, 2}, {1, 2}, {2, 2}}, math.Inf(-1), ErrNoTree)
	})
	t.Run("every split forbidden, and a NaN", func(t *testing.T) {
		chart := graph.NewChart([]int{3})
		scores := make([]float64, chart.Upto(3))
		scores[chart.At(0, 0, 2)], scores[chart.At(0, 1, 2)], scores[chart.Root(0)] = math.Inf(-1), math.Inf(-1), math.NaN()
		if _, _, err := (Decoder{chart}).Viterbi(scores, 0); !errors.Is(err, ErrScores) {
			t.Errorf("got %v, want %v", err, ErrScores)
		}
	})
}

func checkDecodeError(t *testing.T, spans []Span, score float64, want error) {
	chart := graph.NewChart([]int{4, 4})
	scores := drawScores(graph.Rand(1, "test"), chart)
	for _, s := range spans {
		scores[chart.At(0, s.Start, s.Width)] = score
	}
	d, beta, r := Decoder{chart}, insideScores(t, chart, scores, graph.Float64), graph.Rand(1, "sample")
	_, errSample := d.Sample(beta, 0, r)
	_, _, errViterbi := d.Viterbi(scores, 0)
	_, errMarginals := d.Marginals(scores)
	for name, err := range map[string]error{"Sample": errSample, "Viterbi": errViterbi, "Marginals": errMarginals} {
		if !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", name, err, want)
		}
	}
	tree, err := d.Sample(beta, 1, r)
	if err != nil || !tree.Over(4) {
		t.Errorf("the sentence beside it: got %v, %v", tree, err)
	}
	if tree, _, err := d.Viterbi(scores, 1); err != nil || !tree.Over(4) {
		t.Errorf("the sentence beside it: got %v, %v", tree, err)
	}
}
