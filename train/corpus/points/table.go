package points

import (
	"errors"
	"fmt"
)

// Table is what a file holds.
type Table struct {
	File    string
	Columns []string // names, or nil where the file has none
	Rows    [][]float64

	lines []int // of the rows, from 1; nil where rows have no line
}

// What can be wrong with a table, beside what package corpus names (ErrDirectory,
// ErrEmpty, fs.ErrNotExist ...).
var (
	ErrNumber  = errors.New("not a finite number")
	ErrFields  = errors.New("rows differ in length")
	ErrQuotes  = errors.New("quotes do not match")
	ErrHeader  = errors.New("header is not that of the format")
	ErrElement = errors.New("elements are of a type that is not read")
	ErrSize    = errors.New("file is not as long as its header says")
	ErrValue   = errors.New("value is not one of the model's")
)

// CellError says what is wrong in a row. Err is one of the sentinels of this package.
type CellError struct {
	File            string
	Line            int    // from 1; of a file without lines the row
	Column          int    // from 1, of the table; 0 where the row as a whole is wrong
	Row             string // "line" or "row": what Line counts
	Found, Expected string
	Err             error
}

// Error names the file, the line and the column.
func (e *CellError) Error() string {
	at := fmt.Sprintf("%s: %s %d", e.File, e.Row, e.Line)
	if e.Column > 0 {
		at += fmt.Sprintf(", column %d", e.Column)
	}
	return fmt.Sprintf("%s: %v: found %s, expected %s", at, e.Err, e.Found, e.Expected)
}

// Unwrap gives the sentinel.
func (e *CellError) Unwrap() error { return e.Err }

// Refuse returns the error of a row, from 0, and a column of it, from 0, or -1 for the
// whole row, that cannot be used.
func (t *Table) Refuse(row, column int, found, expected string) error {
	e := &CellError{File: t.File, Line: row + 1, Column: column + 1, Row: "row", Found: found, Expected: expected, Err: ErrValue}
	if t.lines != nil {
		e.Line, e.Row = t.lines[row], "line"
	}
	return e
}
