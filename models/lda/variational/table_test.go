package variational

import (
	"slices"
	"testing"

	"gorgonia.org/tensor"

	"arbelos/graph"
	"arbelos/models/lda"
)

func TestTables(t *testing.T) {
	for _, dt := range []tensor.Dtype{graph.Float32, graph.Float64} {
		table := graph.FromFloat64s(dt, []float64{1, 2, 3, 4, 5, 6}, 3, 2)
		rows := graph.Zero(dt, 2, 2)
		GatherRows(rows, table, []int{2, 0})
		requireClose(t, "gathered", graph.Float64s(rows), []float64{5, 6, 1, 2}, 0)
		AddRows(table, []int{1, 2}, rows, 2)
		requireClose(t, "added", graph.Float64s(table), []float64{1, 2, 13, 16, 7, 10}, 0)
		sums, err := Totals(table)
		if err != nil {
			t.Fatal(err)
		}
		requireClose(t, "totals", sums, []float64{21, 28}, 0)
		SetRows(table, func(w int, row []float64) { row[0] += float64(w) })
		requireClose(t, "set", graph.Float64s(table), []float64{1, 2, 14, 16, 9, 10}, 0)
		Sum(table, graph.FromFloat64s(dt, []float64{1, 2, 3, 4, 5, 6}, 3, 2), []float64{10, 20, 30})
		requireClose(t, "sum", graph.Float64s(table), []float64{11, 12, 23, 24, 35, 36}, 0)

		topics := ExportTopics(lda.Dirichlet, table)
		requireClose(t, "exported", topics.Values, []float64{11, 23, 35, 12, 24, 36}, 0)
		requireClose(t, "imported", graph.Float64s(ImportTopics(topics, dt)), graph.Float64s(table), 0)
	}
}

// Some words' rows are those of the whole table.
func TestLogRows(t *testing.T) {
	for _, dt := range []tensor.Dtype{graph.Float32, graph.Float64} {
		table := RandomLambda(3, dt, 7, 3)
		totals, err := Totals(table)
		if err != nil {
			t.Fatal(err)
		}
		var buffer Rows
		rows := buffer.Of(dt, 2, 3)
		LogRows(rows, table, totals, []int{4, 1})
		if err := ToLogs(lda.Dirichlet, table); err != nil {
			t.Fatal(err)
		}
		all := graph.Float64s(table)
		requireClose(t, "rows", graph.Float64s(rows), append(all[12:15:15], all[3:6]...), 0)
		if none := buffer.Of(dt, 0, 3); !slices.Equal(none.Shape(), []int{0, 3}) {
			t.Errorf("found rows of no words of shape %v", none.Shape())
		}
		for _, n := range []int{1, 5, 3} {
			if more := buffer.Of(dt, n, 3); !slices.Equal(more.Shape(), []int{n, 3}) || len(graph.Float64s(more)) != 3*n {
				t.Errorf("found rows of shape %v, want %d", more.Shape(), n)
			}
		}
	}
}

// Draws have mean 1 and variance 1/100, and a word's do not depend on how many words
// there are.
func TestRandomLambda(t *testing.T) {
	few, many := RandomLambda(5, graph.Float64, 10, 40).Float64s(), RandomLambda(5, graph.Float64, 100, 40).Float64s()
	requireClose(t, "the first words", few, many[:len(few)], 0)
	mean := total(many) / float64(len(many))
	var variance float64
	for _, x := range many {
		variance += (x - mean) * (x - mean) / float64(len(many))
	}
	requireClose(t, "mean and variance", []float64{mean, variance}, []float64{1, 0.01}, 0.003)
}
