package gibbs

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"

	"arbelos/graph"
	"arbelos/models/lda"
)

func leftToRightOf(t testing.TB, m *lda.Model, docs []lda.Bag, particles int, seed uint64, threads int) []Evidence {
	t.Helper()
	e, err := LeftToRight(m, docs, particles, seed, threads)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The mean of estimates is the evidence, with one particle and with several.
func TestLeftToRightIsUnbiased(t *testing.T) {
	m := small()
	for _, tokens := range [][]int{{1}, {0, 2}, {0, 0, 2, 2, 4, 1}} {
		want, _ := exactly(m, tokens)
		for _, particles := range []int{1, 4} {
			const seeds = 3000
			estimates := make([]float64, seeds)
			for seed := range estimates {
				e := leftToRightOf(t, m, []lda.Bag{lda.BagOf(tokens)}, particles, uint64(seed), 1)[0]
				if e.Tokens != len(tokens) {
					t.Fatalf("%d tokens", e.Tokens)
				}
				if particles == 1 && math.Abs(e.LogProb-e.ByPosition) > 1e-12 {
					t.Fatalf("one particle has two estimates, %v and %v", e.LogProb, e.ByPosition)
				}
				estimates[seed] = math.Exp(e.LogProb - want)
			}
			mean, deviation := stat.MeanStdDev(estimates, nil)
			if math.Abs(mean-1) > 4*stat.StdErr(deviation, seeds)+1e-12 {
				t.Errorf("%v, %d particles: the mean is %v of the evidence", tokens, particles, mean)
			}
		}
	}
}

// With many particles LogProb is the evidence, and ByPosition near it.
func TestLeftToRightOfManyParticles(t *testing.T) {
	m := small()
	tokens := []int{0, 0, 2, 2, 4, 1}
	want, _ := exactly(m, tokens)
	e := leftToRightOf(t, m, []lda.Bag{lda.BagOf(tokens)}, 50000, 1, 1)[0]
	if math.Abs(e.LogProb-want) > 0.01 || math.Abs(e.ByPosition-want) > 0.03 {
		t.Errorf("got %+v, want %v", e, want)
	}
}

// Averaged over topics drawn from their prior, left-to-right estimates the evidence of
// the tiny corpus, which enumeration gave.
func TestLeftToRightOfTheTinyCorpus(t *testing.T) {
	g := readGolden(t).Exact
	docs, _ := readGolden(t).tiny()
	const draws = 20000
	estimates := make([]float64, draws)
	prior := slices.Repeat([]float64{g.Beta}, g.Vocab)
	for i := range estimates {
		rng := graph.Rand(3, "topics", uint64(i))
		m := &lda.Model{Alpha: slices.Repeat([]float64{g.Alpha}, g.Topics), Topics: lda.Topics{K: g.Topics, V: g.Vocab}}
		for range g.Topics {
			m.Topics.Values = append(m.Topics.Values, distmv.NewDirichlet(prior, rng).Rand(nil)...)
		}
		total := 0.0
		for _, e := range leftToRightOf(t, m, docs, 2, uint64(i), 1) {
			total += e.LogProb
		}
		estimates[i] = math.Exp(total - g.LogEvidence)
	}
	mean, deviation := stat.MeanStdDev(estimates, nil)
	if err := stat.StdErr(deviation, draws); math.Abs(mean-1) > 4*err || err > 0.1 {
		t.Errorf("the mean is %v of the evidence, give or take %v", mean, err)
	}
}

func TestLeftToRightOfSingleTopic(t *testing.T) {
	m := &lda.Model{Alpha: []float64{0.7}, Topics: lda.Topics{K: 1, V: 2, Values: []float64{0.25, 0.75}}}
	e := leftToRightOf(t, m, []lda.Bag{lda.BagOf([]int{0, 1, 1}), {}}, 3, 0, 1)
	if want := math.Log(0.25 * 0.75 * 0.75); math.Abs(e[0].LogProb-want) > 1e-12 || math.Abs(e[0].ByPosition-want) > 1e-12 {
		t.Errorf("got %+v, want %v", e[0], want)
	}
	if diff := cmp.Diff(Evidence{}, e[1]); diff != "" {
		t.Errorf("the empty document: %s", diff)
	}
}

func TestLeftToRightOfImpossibleWords(t *testing.T) {
	e := leftToRightOf(t, small(), []lda.Bag{lda.BagOf([]int{0, 3})}, 2, 0, 1)[0]
	if !math.IsInf(e.LogProb, -1) || !math.IsInf(e.ByPosition, -1) || e.Tokens != 2 {
		t.Errorf("got %+v", e)
	}
}

func TestLeftToRightOnThreads(t *testing.T) {
	docs := []lda.Bag{lda.BagOf([]int{0, 1, 2}), lda.BagOf([]int{4, 4}), {}, lda.BagOf([]int{0, 1, 2})}
	want := leftToRightOf(t, small(), docs, 5, 9, 1)
	if want[0] != want[3] {
		t.Error("the same document has two estimates")
	}
	for _, threads := range []int{2, 8} {
		if diff := cmp.Diff(want, leftToRightOf(t, small(), docs, 5, 9, threads)); diff != "" {
			t.Error(diff)
		}
	}
	if _, err := LeftToRight(small(), docs, 0, 0, 1); !errors.As(err, new(*OptionError)) {
		t.Errorf("got %v", err)
	}
}
