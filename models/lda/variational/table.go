package variational

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
)

// A word-major table [V, K] has a row for each word. The functions below work on
// rows in parallel; every row is one goroutine's.

// Rows is memory for a table of some words, kept for the next words.
type Rows struct{ all *tensor.Dense }

// Of returns a table [n, k], in which anything may stand. It is valid until the next.
func (r *Rows) Of(dt tensor.Dtype, n, k int) *tensor.Dense {
	if n == 0 {
		return graph.Zero(dt, 0, k)
	}
	if r.all == nil || r.all.Dtype() != dt || r.all.Shape()[1] != k || r.all.Shape()[0] < n {
		r.all = graph.Zero(dt, n+n/8, k)
	}
	return rowsOf(r.all, 0, n)
}

// GatherRows copies the rows words of a table to dst, which must have as many
// elements and the table's type.
func GatherRows(dst, table *tensor.Dense, words []int) {
	k := table.Shape()[1]
	if table.Dtype() == graph.Float32 {
		gatherRows(dst.Float32s(), table.Float32s(), words, k)
		return
	}
	gatherRows(dst.Float64s(), table.Float64s(), words, k)
}

func gatherRows[T graph.Float](dst, table []T, words []int, k int) {
	graph.ParallelRows(len(words), k, func(from, to int) {
		for u := from; u < to; u++ {
			copy(dst[u*k:(u+1)*k], table[words[u]*k:])
		}
	})
}

// AddRows adds rows [len(words), K], times a factor, to the rows words of a table of
// the same type. No word comes twice.
func AddRows(table *tensor.Dense, words []int, rows *tensor.Dense, factor float64) {
	k := table.Shape()[1]
	if table.Dtype() == graph.Float32 {
		addRows(table.Float32s(), words, rows.Float32s(), float32(factor), k)
		return
	}
	addRows(table.Float64s(), words, rows.Float64s(), factor, k)
}

func addRows[T graph.Float](table []T, words []int, rows []T, factor T, k int) {
	graph.ParallelRows(len(words), k, func(from, to int) {
		for u := from; u < to; u++ {
			own := table[words[u]*k:][:k]
			for j, v := range rows[u*k : (u+1)*k] {
				own[j] += factor * v
			}
		}
	})
}

// SetRows sets every row of a table to what f makes of it, in float64.
func SetRows(table *tensor.Dense, f func(w int, row []float64)) {
	v, k := table.Shape()[0], table.Shape()[1]
	if table.Dtype() == graph.Float64 {
		x := table.Float64s()
		graph.ParallelRows(v, k, func(from, to int) {
			for w := from; w < to; w++ {
				f(w, x[w*k:(w+1)*k])
			}
		})
		return
	}
	x := table.Float32s()
	graph.ParallelRows(v, k, func(from, to int) {
		row := make([]float64, k)
		for w := from; w < to; w++ {
			own := x[w*k : (w+1)*k]
			for j, e := range own {
				row[j] = float64(e)
			}
			f(w, row)
			for j, e := range row {
				own[j] = float32(e)
			}
		}
	})
}

// Sum sets row w of a table to that of counts, of the same shape and type, plus
// eta[w].
func Sum(table, counts *tensor.Dense, eta []float64) {
	k := table.Shape()[1]
	if table.Dtype() == graph.Float32 {
		sum(table.Float32s(), counts.Float32s(), eta, k)
		return
	}
	sum(table.Float64s(), counts.Float64s(), eta, k)
}

func sum[T graph.Float](table, counts []T, eta []float64, k int) {
	graph.ParallelRows(len(eta), k, func(from, to int) {
		for w := from; w < to; w++ {
			own, prior := table[w*k:(w+1)*k], T(eta[w])
			for j, c := range counts[w*k:][:k] {
				own[j] = prior + c
			}
		}
	})
}
