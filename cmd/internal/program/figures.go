package program

import (
	"fmt"
	"maps"
	"os"
	"slices"

	"golang.org/x/term"
)

// FigureNames returns the names of all figures of several runs, in order.
func FigureNames(figures []map[string]float64) []string {
	all := map[string]bool{}
	for _, f := range figures {
		for name := range f {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// FigureCells returns the cells of a run's figures, a dash for one it lacks.
func FigureCells(figures map[string]float64, names []string) []string {
	cells := make([]string, len(names))
	for i, name := range names {
		cells[i] = "-"
		if v, ok := figures[name]; ok {
			cells[i] = fmt.Sprintf("%.5g", v)
		}
	}
	return cells
}

// FitTable leaves out whole columns, from the right, that have no room in the
// terminal where standard output is one.
func FitTable(rows [][]string) [][]string {
	if columns := Columns(); columns > 0 {
		return fitTable(rows, columns)
	}
	return rows
}

// Columns returns the width of the terminal that standard output is, 0 where it is
// none.
func Columns() int {
	columns, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

func fitTable(rows [][]string, columns int) [][]string {
	used, kept := 0, 0
	for i := range rows[0] {
		width := 0
		for _, r := range rows {
			width = max(width, len(r[i]))
		}
		used += width + 2 // as Table sets them apart
		if i > 0 && used > columns {
			break
		}
		kept++
	}
	var fitting [][]string
	for _, r := range rows {
		fitting = append(fitting, r[:kept])
	}
	return fitting
}
