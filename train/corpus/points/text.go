package points

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"arbelos/train/corpus"
)

// readText reads the rows of a text.
func (t *Table) readText(data []byte, format Format) error {
	records := csv.NewReader(bytes.NewReader(data))
	records.Comment, records.FieldsPerRecord, records.ReuseRecord, records.TrimLeadingSpace = '#', -1, true, format != TSV
	switch first := firstLine(data); {
	case format == TSV || format == Auto && bytes.ContainsRune(first, '\t'):
		records.Comma, records.TrimLeadingSpace = '\t', false
	case format == Auto && !bytes.ContainsRune(first, ','):
		return t.readSpaced(data)
	}
	for {
		fields, err := records.Read()
		if err == io.EOF {
			return nil
		}
		if wrong := (*csv.ParseError)(nil); errors.As(err, &wrong) {
			return &CellError{File: t.File, Line: wrong.Line, Row: "line", Found: wrong.Err.Error(), Expected: "fields with or without quotes", Err: ErrQuotes}
		}
		if err != nil {
			return unreadable(t.File, err)
		}
		line, _ := records.FieldPos(0)
		if err := t.addLine(line, fields); err != nil {
			return err
		}
	}
}

// readSpaced reads rows of numbers between spaces.
func (t *Table) readSpaced(data []byte) error {
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		fields := strings.Fields(text)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if err := t.addLine(line, fields); err != nil {
			return err
		}
	}
	return nil
}

// firstLine returns the first line that is neither blank nor a comment.
func firstLine(data []byte) []byte {
	for line := range bytes.Lines(data) {
		if text := bytes.TrimSpace(line); len(text) > 0 && text[0] != '#' {
			return line
		}
	}
	return nil
}

// addLine takes in the fields of a line, which may be the columns' names.
func (t *Table) addLine(line int, fields []string) error {
	if len(t.Rows) == 0 && t.Columns == nil && !slices.ContainsFunc(fields, isNumber) {
		t.Columns = make([]string, len(fields))
		for j, name := range fields {
			t.Columns[j] = strings.TrimSpace(name)
		}
		return nil
	}
	at := CellError{File: t.File, Line: line, Row: "line"}
	want := len(t.Columns)
	if len(t.Rows) > 0 {
		want = len(t.Rows[0])
	}
	if want > 0 && len(fields) != want {
		at.Found, at.Expected, at.Err = fmt.Sprintf("%d fields", len(fields)), fmt.Sprintf("%d, as on the lines before", want), ErrFields
		return &at
	}
	row := make([]float64, len(fields))
	for j, field := range fields {
		v, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			at.Column, at.Found, at.Expected, at.Err = j+1, corpus.Quote(field), "a finite number", ErrNumber
			return &at
		}
		row[j] = v
	}
	t.Rows, t.lines = append(t.Rows, row), append(t.lines, line)
	return nil
}

// isNumber tells whether a field is a number, NaN and infinities too.
func isNumber(field string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}
