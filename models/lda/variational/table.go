package variational

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
)

// AddRows adds rows [len(words), K] to the rows words of a table [V, K] of the
// same element type.
func AddRows(table *tensor.Dense, words []int, rows *tensor.Dense) {
	k := table.Shape()[1]
	if table.Dtype() == graph.Float32 {
		addRows(table.Float32s(), words, rows.Float32s(), k)
		return
	}
	addRows(table.Float64s(), words, rows.Float64s(), k)
}

func addRows[T graph.Float](table []T, words []int, rows []T, k int) {
	for u, w := range words {
		to := table[w*k : (w+1)*k]
		for j, v := range rows[u*k : (u+1)*k] {
			to[j] += v
		}
	}
}

// SetRows sets row w of a table [V, K] to f of it, in float64, for all words.
func SetRows(table *tensor.Dense, f func(w int, row []float64)) {
	v, k := table.Shape()[0], table.Shape()[1]
	if table.Dtype() == graph.Float64 {
		x := table.Float64s()
		for w := range v {
			f(w, x[w*k:(w+1)*k])
		}
		return
	}
	x, row := table.Float32s(), make([]float64, k)
	for w := range v {
		own := x[w*k : (w+1)*k]
		for j, e := range own {
			row[j] = float64(e)
		}
		f(w, row)
		for j, e := range row {
			own[j] = float32(e)
		}
	}
}
