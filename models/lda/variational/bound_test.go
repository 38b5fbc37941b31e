package variational

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/models/lda"
)

func lgamma(x float64) float64 { v, _ := math.Lgamma(x); return v }

// expectedLogs returns E[log theta] under a Dirichlet distribution.
func expectedLogs(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = mathext.Digamma(v) - mathext.Digamma(total(x))
	}
	return out
}

// expectedDensity returns E_q[log Dirichlet(x; a)] for q(x) = Dirichlet(b).
func expectedDensity(a, b []float64) float64 {
	sum := lgamma(total(a))
	for i, l := range expectedLogs(b) {
		sum += (a[i]-1)*l - lgamma(a[i])
	}
	return sum
}

// naiveDocumentBound is the bound as it is defined, term by term: expectations of the
// logarithms of p(theta), p(z | theta) and p(w | z) less those of q(theta) and q(z),
// with the best q(z).
func naiveDocumentBound(doc lda.Bag, logBeta func(w int) []float64, alpha, gamma []float64) float64 {
	logTheta := expectedLogs(gamma)
	bound := expectedDensity(alpha, gamma) - expectedDensity(gamma, gamma)
	for i, w := range doc.IDs {
		row := logBeta(w)
		q, norm := make([]float64, len(alpha)), 0.0
		for k := range q {
			q[k] = math.Exp(logTheta[k] + row[k])
			norm += q[k]
		}
		for k := range q {
			q[k] /= norm
			bound += doc.Counts[i] * q[k] * (logTheta[k] + row[k] - math.Log(q[k]))
		}
	}
	return bound
}

// A vector as alpha and as eta, and values above 1, among others.
func TestBoundsTermByTerm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, k := rapid.IntRange(1, 8).Draw(t, "words"), rapid.IntRange(1, 4).Draw(t, "topics")
		docs := drawCorpus(t, v)
		alpha, eta := drawAlpha(t, k), drawAlpha(t, v)
		gamma, lambda := drawAlpha(t, len(docs)*k), drawAlpha(t, v*k)

		g := graph.New()
		input := func(name string, x []float64, shape ...int) *graph.Node {
			return graph.Input(g, name, graph.FromFloat64s(graph.Float64, x, shape...))
		}
		b := NewBlock(docs, v)
		table := input("lambda", lambda, v, k)
		logBeta := ExpectedLogWords(table, graph.ColumnSums(table))
		documents := DocumentBounds(b.Docs, logBeta, input("alpha", alpha, k), input("gamma", gamma, len(docs), k))
		topics := TopicsBound(table, input("eta", eta, v))
		m := graph.NewMachine(graph.Float64, graph.NewPool())
		defer m.Close()
		if err := m.Finish(documents, topics); err != nil {
			t.Fatal(err)
		}

		ofTopic := make([][]float64, k) // lambda_k and E[log phi_k]
		logPhi := make([][]float64, k)
		wantTopics := 0.0
		for j := range k {
			for w := range v {
				ofTopic[j] = append(ofTopic[j], lambda[w*k+j])
			}
			logPhi[j] = expectedLogs(ofTopic[j])
			wantTopics += expectedDensity(eta, ofTopic[j]) - expectedDensity(ofTopic[j], ofTopic[j])
		}
		want := make([]float64, len(docs))
		for d, doc := range docs {
			want[d] = naiveDocumentBound(doc, func(w int) (row []float64) {
				for j := range k {
					row = append(row, logPhi[j][w])
				}
				return row
			}, alpha, gamma[d*k:(d+1)*k])
		}
		requireClose(t, "documents", graph.Float64s(m.Value(documents)), want, 1e-7)
		requireClose(t, "topics", []float64{m.Scalar(topics)}, []float64{wantTopics}, 1e-7)
		table64 := graph.FromFloat64s(graph.Float64, lambda, v, k)
		fused, err := ToLogsAndBound(table64, eta)
		if err != nil {
			t.Fatal(err)
		}
		requireClose(t, "topics row by row", []float64{fused}, []float64{m.Scalar(topics)}, 1e-12)
		logs := graph.FromFloat64s(graph.Float64, lambda, v, k)
		if err := ToLogs(lda.Dirichlet, logs); err != nil {
			t.Fatal(err)
		}
		requireClose(t, "expected logs", table64.Float64s(), logs.Float64s(), 0)
	})
}

// With no words, and q that are the priors, the bound is log 1.
func TestBoundOfNoDocuments(t *testing.T) {
	g := graph.New()
	eta := graph.Input(g, "eta", graph.FromFloat64s(graph.Float64, []float64{0.5, 2, 1}, 3))
	lambda := graph.Input(g, "lambda", graph.FromFloat64s(graph.Float64, []float64{0.5, 0.5, 2, 2, 1, 1}, 3, 2))
	alpha := graph.Input(g, "alpha", graph.FromFloat64s(graph.Float64, []float64{0.3, 4}, 2))
	gamma := graph.Input(g, "gamma", graph.FromFloat64s(graph.Float64, []float64{0.3, 4}, 1, 2))
	docs := NewBlock([]lda.Bag{{}}, 3).Docs
	bounds := []*graph.Node{TopicsBound(lambda, eta), graph.Sum(DocumentBounds(docs, graph.Input(g, "rows", graph.Zero(tensor.Float64, 3, 2)), alpha, gamma))}
	m := graph.NewMachine(graph.Float64, graph.NewPool())
	defer m.Close()
	if err := m.Finish(bounds...); err != nil {
		t.Fatal(err)
	}
	for _, b := range bounds {
		if x := m.Scalar(b); math.Abs(x) > 1e-12 {
			t.Errorf("found %v, want 0", x)
		}
	}
}
