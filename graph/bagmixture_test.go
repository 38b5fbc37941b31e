package graph

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// positive draws Float64 elements from [0.1, 1.1).
func positive(t *rapid.T, shape ...int) *tensor.Dense {
	x := draw(t, shape...)
	for i, v := range x.Float64s() {
		x.Float64s()[i] = 0.6 + v/4
	}
	return x
}

func TestBagMixture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs, k := drawCSR(t), size(t, "k", 1, 4)
		opCheck{
			func(in []*Node) *Node { return BagMixture(docs, in[0], in[1]) },
			func(in [][]float64) []float64 {
				out := make([]float64, docs.Rows)
				for d, row := range docs.full() {
					for w, count := range row {
						var p float64
						for j := range k {
							p += in[0][d*k+j] * in[1][w*k+j]
						}
						if count != 0 {
							out[d] += count * math.Log(p)
						}
					}
				}
				return out
			},
		}.on(t, positive(t, docs.Rows, k), positive(t, docs.Cols, k))
	})
}

func TestBagMixtureOfTheImpossible(t *testing.T) {
	g := New()
	docs := &CSR{Cols: 2}
	docs.AppendRow(0)
	docs.AppendRow(1)
	docs.AppendRow()
	phi := Input(g, "phi", FromFloat64s(tensor.Float64, []float64{1, 0}, 2, 1))
	theta := Input(g, "theta", FromFloat64s(tensor.Float64, []float64{1, 1, 1}, 3, 1))
	m := NewMachine(tensor.Float64, NewPool())
	out := BagMixture(docs, theta, phi)
	if err := m.Finish(out); err != nil {
		t.Fatal(err)
	}
	requireClose(t, "log-probabilities", Float64s(m.Value(out)), []float64{0, math.Inf(-1), 0}, 0, 0)
}

func TestBagMixturePanics(t *testing.T) {
	g := New()
	docs := &CSR{Cols: 3, Rows: 1, Start: []int{0, 1}, Index: []int{2}}
	theta, phi := Zeros(g, tensor.Float64, 1, 2), Zeros(g, tensor.Float64, 3, 2)
	mustPanic(t, "too many weights", errShape, func() { BagMixture(docs, Zeros(g, tensor.Float64, 2, 2), phi) })
	mustPanic(t, "too few words", errShape, func() { BagMixture(docs, theta, Zeros(g, tensor.Float64, 2, 2)) })
	mustPanic(t, "components differ", errShape, func() { BagMixture(docs, theta, Zeros(g, tensor.Float64, 3, 1)) })
	bad := *docs
	bad.Index = []int{3}
	mustPanic(t, "word too high", errIndex, func() { BagMixture(&bad, theta, phi) })
}
