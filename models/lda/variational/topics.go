package variational

import (
	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/models/lda"
)

// Topics is a word-major table [V, K] of topics under training: point topics phi,
// or the lambda of Dirichlet ones. Totals [K] are the sums of its columns.
type Topics struct {
	Kind          lda.Kind
	Table, Totals *tensor.Dense
}

// NewTopics sums the columns of a table.
func NewTopics(kind lda.Kind, table *tensor.Dense) (Topics, error) {
	g := graph.New()
	sums := graph.ColumnSums(graph.Input(g, "table", table))
	m := graph.NewMachine(table.Dtype(), graph.NewPool())
	defer m.Close()
	if err := m.Finish(sums); err != nil {
		return Topics{}, err
	}
	totals := graph.FromFloat64s(table.Dtype(), graph.Float64s(m.Value(sums)), table.Shape()[1])
	return Topics{Kind: kind, Table: table, Totals: totals}, nil
}

// logBeta returns log phi, or its expectation, of words [words, K].
func (t Topics) logBeta(g *graph.Graph, words []int) *graph.Node {
	rows := graph.Gather(graph.Input(g, "topics", t.Table), words)
	if t.Kind == lda.Point {
		return graph.Log(rows)
	}
	return ExpectedLogWords(rows, graph.Input(g, "totals", t.Totals))
}

// Export returns the topics as models hold them, topic after topic.
func (t Topics) Export() lda.Topics {
	v, k := t.Table.Shape()[0], t.Table.Shape()[1]
	out := lda.Topics{Kind: t.Kind, K: k, V: v, Values: make([]float64, k*v)}
	at := elementsOf(t.Table)
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
