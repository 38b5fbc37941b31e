package program

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFigureCells(t *testing.T) {
	runs := []map[string]float64{{"test/f1": 45.25, "a": 1}, nil, {"test/f1": -123456.75, "b": 1e-9}}
	names := FigureNames(runs)
	if diff := cmp.Diff([]string{"a", "b", "test/f1"}, names); diff != "" {
		t.Error(diff)
	}
	var rows [][]string
	for _, r := range runs {
		rows = append(rows, FigureCells(r, names))
	}
	if diff := cmp.Diff([][]string{{"1", "-", "45.25"}, {"-", "-", "-"}, {"-", "1e-09", "-1.2346e+05"}}, rows); diff != "" {
		t.Error(diff)
	}
}

// Whole columns go, from the right, until the lines fit; the first one stays.
func TestFitTable(t *testing.T) {
	rows := [][]string{{"run", "state", "figure"}, {"first", "done", "12.5"}}
	for columns, want := range map[int]int{100: 3, 22: 3, 21: 2, 14: 2, 13: 1, 1: 1} {
		fitting := fitTable(rows, columns)
		if len(fitting[0]) != want || len(fitting[1]) != want {
			t.Errorf("%d columns: %v, expected %d", columns, fitting, want)
		}
		var out bytes.Buffer
		Table(&out, fitting)
		for line := range strings.Lines(out.String()) {
			if n := len(strings.TrimRight(line, "\n")); want > 1 && n > columns {
				t.Errorf("%d columns: a line of %d: %q", columns, n, line)
			}
		}
	}
}
