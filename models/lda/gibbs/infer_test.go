package gibbs

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"arbelos/models/lda"
)

// small is a model whose documents' posteriors can be enumerated. No topic has word 3.
func small() *lda.Model {
	return &lda.Model{
		Alpha: []float64{0.3, 0.8, 1.1},
		Topics: lda.Topics{K: 3, V: 5, Values: []float64{
			0.7, 0.1, 0.2, 0, 0,
			0.1, 0.5, 0.2, 0, 0.2,
			0, 0.3, 0.6, 0, 0.1,
		}},
	}
}

// exactly returns the log evidence of a document and the expectation of its
// proportions, by enumeration of the topics of its tokens.
func exactly(m *lda.Model, tokens []int) (evidence float64, theta []float64) {
	k := m.K()
	var joint []float64
	var thetas [][]float64
	assignments(len(tokens), k, func(z []int32) {
		nd := slices.Clone(m.Alpha)
		p := 0.0
		for i, topic := range z {
			p += math.Log(nd[topic] / (sum(m.Alpha) + float64(i)) * m.Topics.Row(int(topic))[tokens[i]])
			nd[topic]++
		}
		joint, thetas = append(joint, p), append(thetas, lda.DirichletMean(nd))
	})
	evidence = floats.LogSumExp(joint)
	theta = make([]float64, k)
	for i, p := range joint {
		floats.AddScaled(theta, math.Exp(p-evidence), thetas[i])
	}
	return evidence, theta
}

func infer(t testing.TB, m *lda.Model, docs []lda.Bag, o InferOptions) [][]float64 {
	t.Helper()
	f, err := NewInferrer(m, o)
	if err != nil {
		t.Fatal(err)
	}
	theta, err := f.Infer(docs)
	if err != nil {
		t.Fatal(err)
	}
	return theta
}

// Sampled proportions have the expectation that enumeration gives.
func TestInferIsTheExpectation(t *testing.T) {
	m := small()
	for _, tokens := range [][]int{{0}, {0, 1, 1}, {2, 2, 4, 0, 1}} {
		_, want := exactly(m, tokens)
		rows := make([][]float64, m.K())
		const seeds = 400
		for seed := range uint64(seeds) {
			o := DefaultInferOptions()
			o.Seed = seed
			for k, x := range infer(t, m, []lda.Bag{lda.BagOf(tokens)}, o)[0] {
				rows[k] = append(rows[k], x)
			}
		}
		for k, row := range rows {
			mean, deviation := stat.MeanStdDev(row, nil)
			if math.Abs(mean-want[k]) > 4*stat.StdErr(deviation, seeds) {
				t.Errorf("%v: topic %d has %v, want %v", tokens, k, mean, want[k])
			}
		}
	}
}

// A document has the same bits alone, in company, twice, and on any threads.
func TestCaseD7InferAgain(t *testing.T) {
	m := small()
	doc := lda.BagOf([]int{2, 2, 4, 0, 1, 1})
	o := DefaultInferOptions()
	alone := infer(t, m, []lda.Bag{doc}, o)[0]
	company := []lda.Bag{lda.BagOf([]int{0, 1}), doc, {}, lda.BagOf([]int{1}), doc}
	for _, threads := range []int{1, 2, 7} {
		o.Threads = threads
		theta := infer(t, m, company, o)
		if !slices.Equal(theta[1], alone) || !slices.Equal(theta[4], alone) {
			t.Errorf("%d threads: got %v and %v, want %v", threads, theta[1], theta[4], alone)
		}
	}
	o.Seed = 1
	if slices.Equal(infer(t, m, []lda.Bag{doc}, o)[0], alone) {
		t.Error("another seed gives the same topics")
	}
}

// Documents without a word, or without one that any topic has, have the prior's mean.
func TestInferOfNothing(t *testing.T) {
	m := small()
	theta := infer(t, m, []lda.Bag{{}, lda.BagOf([]int{3, 3}), lda.BagOf([]int{3, 0})}, DefaultInferOptions())
	want := lda.DirichletMean(m.Alpha)
	for _, row := range theta[:2] {
		if !slices.Equal(row, want) {
			t.Errorf("got %v, want %v", row, want)
		}
	}
	if slices.Equal(theta[2], want) || math.Abs(sum(theta[2])-1) > 1e-12 {
		t.Errorf("got %v", theta[2])
	}
	if got := infer(t, m, nil, DefaultInferOptions()); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

// A model of Dirichlet topics is one of their means.
func TestInferOfDirichletTopics(t *testing.T) {
	point := &lda.Model{Alpha: []float64{0.3, 0.7}, Topics: lda.Topics{K: 2, V: 2, Values: []float64{0.25, 0.75, 0.5, 0.5}}}
	dirichlet := &lda.Model{Alpha: point.Alpha, Topics: lda.Topics{Kind: lda.Dirichlet, K: 2, V: 2, Values: []float64{1, 3, 2, 2}}}
	docs := []lda.Bag{lda.BagOf([]int{0, 0, 1, 1, 1})}
	if a, b := infer(t, point, docs, DefaultInferOptions()), infer(t, dirichlet, docs, DefaultInferOptions()); !slices.Equal(a[0], b[0]) {
		t.Errorf("got %v and %v", a, b)
	}
}

func TestCaseD2InferRefuses(t *testing.T) {
	f, err := NewInferrer(small(), DefaultInferOptions())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		doc  lda.Bag
		want error
	}{
		{lda.Bag{IDs: []int{5}, Counts: []float64{1}}, lda.ErrID},
		{lda.Bag{IDs: []int{0}, Counts: []float64{1.5}}, lda.ErrWhole},
	} {
		if _, err := f.Infer([]lda.Bag{test.doc}); !errors.Is(err, test.want) {
			t.Errorf("got %v, want %v", err, test.want)
		}
	}
	if _, err := NewInferrer(small(), InferOptions{}); !errors.As(err, new(*OptionError)) {
		t.Errorf("got %v", err)
	}
}
