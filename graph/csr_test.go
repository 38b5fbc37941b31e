package graph

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// drawCSR draws a matrix with empty rows, unused columns and entries that come
// twice; half of them have ones for values.
func drawCSR(t *rapid.T) *CSR {
	a := &CSR{Cols: size(t, "cols", 0, 5)}
	for range size(t, "rows", 0, 5) {
		a.AppendRow(indices(t, a.Cols, 4)...)
	}
	if rapid.Bool().Draw(t, "weighted") {
		a.Value = Float64s(draw(t, len(a.Index)))
	}
	return a
}

// full returns the matrix as rows of columns.
func (a *CSR) full() [][]float64 {
	rows := make([][]float64, a.Rows)
	for r := range rows {
		rows[r] = make([]float64, a.Cols)
		for k := a.Start[r]; k < a.Start[r+1]; k++ {
			w := 1.0
			if a.Value != nil {
				w = a.Value[k]
			}
			rows[r][a.Index[k]] += w
		}
	}
	return rows
}

func TestSparseMul(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawCSR(t)
		opCheck{
			func(in []*Node) *Node { return SparseMul(a, in[0]) },
			func(in [][]float64) []float64 {
				out := make([]float64, a.Rows)
				for r, row := range a.full() {
					for c, w := range row {
						out[r] += w * in[0][c]
					}
				}
				return out
			},
		}.on(t, draw(t, a.Cols))
	})
}

func TestCSRTranspose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawCSR(t)
		b := a.transpose()
		want := make([][]float64, a.Cols)
		for c := range want {
			want[c] = make([]float64, a.Rows)
			for r, row := range a.full() {
				want[c][r] = row[c]
			}
		}
		if diff := cmp.Diff(want, b.full()); diff != "" {
			t.Fatalf("transposed (-want +got):\n%s", diff)
		}
	})
}

func TestSparseMulPanics(t *testing.T) {
	g := New()
	v := Zeros(g, tensor.Float64, 3)
	for name, c := range map[string]struct {
		want string
		a    CSR
	}{
		"wrong width":       {errShape, CSR{Cols: 2, Rows: 1, Start: []int{0, 0}}},
		"column too high":   {errIndex, CSR{Cols: 3, Rows: 1, Start: []int{0, 1}, Index: []int{3}}},
		"column negative":   {errIndex, CSR{Cols: 3, Rows: 1, Start: []int{0, 1}, Index: []int{-1}}},
		"rows missing":      {errShape, CSR{Cols: 3, Rows: 2, Start: []int{0, 1}, Index: []int{0}}},
		"values missing":    {errShape, CSR{Cols: 3, Rows: 1, Start: []int{0, 2}, Index: []int{0, 1}, Value: []float64{1}}},
		"end beyond":        {errShape, CSR{Cols: 3, Rows: 1, Start: []int{0, 2}, Index: []int{0}}},
		"start after zero":  {errShape, CSR{Cols: 3, Rows: 1, Start: []int{1, 1}, Index: []int{0}}},
		"starts that fall":  {errShape, CSR{Cols: 3, Rows: 2, Start: []int{0, 2, 1}, Index: []int{0}}},
		"entries of no row": {errShape, CSR{Cols: 3, Index: []int{0}}},
	} {
		mustPanic(t, name, c.want, func() { SparseMul(&c.a, v) })
	}
	mustPanic(t, "a matrix", errShape, func() { SparseMul(&CSR{Cols: 3}, Zeros(g, tensor.Float64, 3, 1)) })
}
