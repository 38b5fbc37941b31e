package variational

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/graph/dirichlet"
	"arbelos/models/lda"
)

// Totals returns the sums [K] of the columns of a word-major table [V, K].
func Totals(table *tensor.Dense) ([]float64, error) {
	g := graph.New()
	sums := graph.ColumnSums(graph.Input(g, "table", table))
	m := graph.NewMachine(table.Dtype(), graph.NewPool())
	defer m.Close()
	if err := m.Finish(sums); err != nil {
		return nil, err
	}
	return graph.Float64s(m.Value(sums)), nil
}

// ToLogs replaces a word-major table of topics by their logBeta: point topics phi by
// log phi, and the lambda of Dirichlet topics by E[log phi], as ExpectedLogWords.
// The table is as large as the model: there need not be two.
func ToLogs(kind lda.Kind, table *tensor.Dense) error {
	if kind == lda.Dirichlet {
		totals, err := Totals(table)
		if err != nil {
			return err
		}
		toExpectedLogs(table, totals)
		return nil
	}
	if table.Dtype() == graph.Float32 {
		toLogs(table.Float32s())
	} else {
		toLogs(table.Float64s())
	}
	return nil
}

func toLogs[T graph.Float](x []T) {
	graph.ParallelRows(len(x), 8, func(from, to int) { dirichlet.Log(x[from:to], x[from:to]) })
}

// toExpectedLogs replaces rows of lambda, of topics of which lambda sums to totals.
func toExpectedLogs(rows *tensor.Dense, totals []float64) {
	psi := make([]float64, len(totals))
	dirichlet.Digamma(psi, totals)
	if rows.Dtype() == graph.Float32 {
		expectLogs(rows.Float32s(), psi)
	} else {
		expectLogs(rows.Float64s(), psi)
	}
}

func expectLogs[T graph.Float](table []T, psi []float64) {
	k := len(psi)
	graph.ParallelRows(len(table)/k, 8*k, func(from, to int) {
		part := table[from*k : to*k]
		dirichlet.Digamma(part, part)
		for ; len(part) > 0; part = part[k:] {
			for j, p := range psi {
				part[j] -= T(p)
			}
		}
	})
}

// LogRows sets rows to E[log phi] [len(words), K] of some words, as ToLogs, for a table
// of lambda that stays as it is and whose columns sum to totals.
func LogRows(rows, lambda *tensor.Dense, totals []float64, words []int) {
	if len(words) > 0 {
		GatherRows(rows, lambda, words)
		toExpectedLogs(rows, totals)
	}
}

// ImportTopics returns the word-major table of a model's topics.
func ImportTopics(t lda.Topics, dt tensor.Dtype) *tensor.Dense {
	table := graph.Zero(dt, t.V, t.K)
	SetRows(table, func(w int, row []float64) {
		for k := range row {
			row[k] = t.Values[k*t.V+w]
		}
	})
	return table
}

// ExportTopics returns a word-major table as models hold topics, topic after topic.
func ExportTopics(kind lda.Kind, table *tensor.Dense) lda.Topics {
	v, k := table.Shape()[0], table.Shape()[1]
	out := lda.Topics{Kind: kind, K: k, V: v, Values: make([]float64, k*v)}
	at := elementsOf(table)
	for w := range v {
		for j := range k {
			out.Values[j*v+w] = at(w*k + j)
		}
	}
	return out
}

// elementsOf returns a reader of a tensor's elements.
func elementsOf(t *tensor.Dense) func(i int) float64 {
	if t.Dtype() == graph.Float32 {
		x := t.Float32s()
		return func(i int) float64 { return float64(x[i]) }
	}
	x := t.Float64s()
	return func(i int) float64 { return x[i] }
}
