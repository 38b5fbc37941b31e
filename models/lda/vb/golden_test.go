package vb

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/layers"
	"arbelos/models/lda"
	"arbelos/testdata"
)

// golden holds the reference values of variational Bayes.
type golden struct {
	VB struct {
		Alpha, Eta float64
		Topics     int
		Vocab      int
		Counts     [][]float64 // [D, V]
		Lambda0    [][]float64 // [K, V]
		Iterations []struct {
			Gamma  [][]float64 // [D, K]
			ELBO   float64
			Lambda [][]float64 `json:"lambda_after_m_step"` // [K, V]
		}
	} `json:"smoothed_vb"`
}

func readGolden(t testing.TB) golden {
	t.Helper()
	text, err := testdata.FS.ReadFile("golden/lda.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// documents makes documents of rows of counts.
func (g golden) documents() []lda.Bag {
	docs := make([]lda.Bag, len(g.VB.Counts))
	for d, row := range g.VB.Counts {
		for w, c := range row {
			if c > 0 {
				docs[d].IDs = append(docs[d].IDs, w)
				docs[d].Counts = append(docs[d].Counts, c)
			}
		}
	}
	return docs
}

// requireClose wants |got - want| <= eps (1 + |want|) everywhere.
func requireClose(t rapid.TB, what string, got, want []float64, eps float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: found %d numbers, want %d", what, len(got), len(want))
	}
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= eps*(1+math.Abs(w))) {
			t.Fatalf("%s, number %d: found %.15g, want %.15g", what, i, got[i], w)
		}
	}
}

// Iteration by iteration, in both builds.
func TestFitAgainstReferenceValues(t *testing.T) {
	g := readGolden(t)
	v, k := g.VB.Vocab, g.VB.Topics
	for _, ops := range []layers.Ops{layers.Fused, layers.Unrolled} {
		o := DefaultOptions(k)
		o.Alpha, o.Eta, o.Ops = []float64{g.VB.Alpha}, []float64{g.VB.Eta}, ops
		o.Until = graph.Convergence{Iterations: 2000, Tolerance: 1e-13}
		lambda := graph.Zero(graph.Float64, v, k)
		for j, row := range g.VB.Lambda0 {
			for w, x := range row {
				lambda.Float64s()[w*k+j] = x
			}
		}
		f := begin(g.documents(), v, o, lambda)
		for _, want := range g.VB.Iterations {
			it, err := f.Step()
			if err != nil {
				t.Fatal(err)
			}
			requireClose(t, "ELBO", []float64{it.ELBO}, []float64{want.ELBO}, 1e-8)
			gamma := f.gamma.rows(0, f.gamma.docs())
			for d, row := range want.Gamma {
				got := make([]float64, k)
				for j := range got {
					got[j] = float64(gamma[d*k+j])
				}
				requireClose(t, "gamma, kept as float32", got, row, 1e-7)
			}
			topics := f.Model().Topics
			for j, row := range want.Lambda {
				requireClose(t, "lambda", topics.Row(j), row, 1e-8)
			}
		}
	}
}
