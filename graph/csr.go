package graph

import "slices"

// CSR is a constant sparse matrix of Rows x Cols in compressed sparse row form.
// Row r holds the columns Index[Start[r]:Start[r+1]], with the weights of
// Value, or with ones where Value is nil.
type CSR struct {
	Rows, Cols int
	Start      []int
	Index      []int
	Value      []float64
}

// AppendRow adds a row of ones at the given columns.
func (a *CSR) AppendRow(columns ...int) {
	if a.Start == nil {
		a.Start = []int{0}
	}
	a.Index = append(a.Index, columns...)
	a.Start = append(a.Start, len(a.Index))
	a.Rows++
}

// Last returns the column of the last entry of row r, as it was appended.
func (a *CSR) Last(r int) int { return a.Index[a.Start[r+1]-1] }

// transpose returns the transposed matrix, its rows in rising column order.
func (a *CSR) transpose() *CSR {
	t := &CSR{Rows: a.Cols, Cols: a.Rows, Start: make([]int, a.Cols+1), Index: make([]int, len(a.Index))}
	for _, c := range a.Index {
		t.Start[c+1]++
	}
	for c := range a.Cols {
		t.Start[c+1] += t.Start[c]
	}
	if a.Value != nil {
		t.Value = make([]float64, len(a.Value))
	}
	at := slices.Clone(t.Start)
	for r := range a.Rows {
		for k := a.Start[r]; k < a.Start[r+1]; k++ {
			c := a.Index[k]
			t.Index[at[c]] = r
			if a.Value != nil {
				t.Value[at[c]] = a.Value[k]
			}
			at[c]++
		}
	}
	return t
}

// SparseMul returns the vector a v [a.Rows] of the vector v [a.Cols]. The sums
// run in float64. The matrix is not copied and must not change.
func SparseMul(a *CSR, v *Node) *Node {
	checkVector(v, a.Cols)
	a.check()
	return apply(spec{
		name:  "sparse-mul",
		shape: []int{a.Rows},
		run:   kernel{sparseMul[float32](a), sparseMul[float64](a)},
		grad:  func(_ []*Node, _, g *Node) []*Node { return []*Node{SparseMul(a.transpose(), g)} },
	}, v)
}

// check panics unless every row's columns are there.
func (a *CSR) check() {
	checkIndex(a.Index, a.Cols)
	if a.Value != nil && len(a.Value) != len(a.Index) {
		panic(errShape)
	}
	if a.Rows == 0 && len(a.Index) == 0 {
		return // no row has been appended
	}
	if len(a.Start) != a.Rows+1 || a.Start[0] != 0 || a.Start[a.Rows] != len(a.Index) || !slices.IsSorted(a.Start) {
		panic(errShape)
	}
}

func sparseMul[T Float](a *CSR) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		v := in[0]
		parallel(a.Rows, grainFor(16), func(from, to int) {
			for r := from; r < to; r++ {
				var sum float64
				for k := a.Start[r]; k < a.Start[r+1]; k++ {
					x := float64(v[a.Index[k]])
					if a.Value != nil {
						x *= a.Value[k]
					}
					sum += x
				}
				dst[r] = T(sum)
			}
		})
	}
}
