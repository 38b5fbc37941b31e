package report

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"arbelos/train"
	"arbelos/train/corpus"
)

// grid is a table: the first column names the rows.
type grid struct {
	Heading []string
	Rows    [][]string
}

// figuresGrid has figures of the runs, a row a figure.
func figuresGrid(runs []*Run, of func(train.Summary) map[string]float64) grid {
	all := map[string]bool{}
	for _, r := range runs {
		for name := range of(r.Summary) {
			all[name] = true
		}
	}
	g := grid{Heading: append([]string{"figure"}, names(runs)...)}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		row := []string{printable(name)}
		for _, r := range runs {
			row = append(row, cell(of(r.Summary), name))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// cell is a figure, or a dash if it is none of those.
func cell(figures map[string]float64, name string) string {
	if x, ok := figures[name]; ok {
		return number(x)
	}
	return "–"
}

func names(runs []*Run) []string {
	var out []string
	for _, r := range runs {
		out = append(out, r.Name)
	}
	return out
}

// maxEpochRows is how many epochs a table has at most; of more, it has some.
const maxEpochRows = 300

func epochGrid(r *Run) grid {
	var epochs []train.Record
	all := map[string]bool{}
	for _, record := range r.Records {
		if record.Kind == train.KindEpoch {
			epochs = append(epochs, record)
			for name := range record.Figures {
				all[name] = true
			}
		}
	}
	columns := slices.Sorted(maps.Keys(all))
	g := grid{Heading: []string{"epoch", "step"}}
	for _, name := range columns {
		g.Heading = append(g.Heading, printable(name))
	}
	n := min(len(epochs), maxEpochRows)
	for i := range n {
		record := epochs[i*(len(epochs)-1)/max(1, n-1)]
		row := []string{fmt.Sprint(record.Epoch), fmt.Sprint(record.Step)}
		for _, name := range columns {
			row = append(row, cell(record.Figures, name))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func lengthGrid(runs []*Run) grid {
	g := grid{Heading: []string{"words"}}
	for _, i := range evaluated(runs) {
		g.Heading = append(g.Heading, runs[i].Name)
	}
	if oneCorpus(runs) {
		g.Heading = append(g.Heading, "right-branching")
	}
	for _, row := range lengthTable(runs) {
		cells := []string{row.Bin}
		for _, f1 := range row.F1 {
			cell := "–"
			if f1.Sentences > 0 {
				cell = fmt.Sprintf("%.1f (%d)", f1.Mean, f1.Sentences)
			}
			cells = append(cells, cell)
		}
		g.Rows = append(g.Rows, cells)
	}
	return g
}

func labelGrid(runs []*Run) grid {
	g := grid{Heading: []string{"label"}}
	for _, i := range evaluated(runs) {
		g.Heading = append(g.Heading, runs[i].Name)
	}
	for _, row := range labelTable(runs) {
		cells := []string{row.Label}
		for _, l := range row.Recall {
			cells = append(cells, recallCell(l))
		}
		g.Rows = append(g.Rows, cells)
	}
	return g
}

func recallCell(l corpus.LabelRecall) string {
	if l.Gold == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f (%d of %d)", l.Recall, l.Found, l.Gold)
}

// differentOptions are those in which runs differ.
func differentOptions(runs []*Run) grid {
	if len(runs) < 2 {
		return grid{}
	}
	all := map[string]bool{}
	for _, r := range runs {
		for name := range r.Options {
			all[name] = true
		}
	}
	g := grid{Heading: append([]string{"option"}, names(runs)...)}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		row := []string{printable(name)}
		for _, r := range runs {
			cell := "–"
			if x, ok := r.Options[name]; ok {
				cell = printable(fmt.Sprint(x))
			}
			row = append(row, cell)
		}
		if slices.ContainsFunc(row[1:], func(cell string) bool { return cell != row[1] }) {
			g.Rows = append(g.Rows, row)
		}
	}
	return g
}

// number writes a figure with five digits, or all before the point.
func number(x float64) string {
	switch size := math.Abs(x); {
	case math.IsNaN(x):
		return "–"
	case size >= 1e5 && size < 1e12:
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.5g", x)
}
