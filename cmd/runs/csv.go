package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"time"

	"arbelos/cmd/internal/program"
	"arbelos/train"
)

// csvCmd writes the records of a run as CSV.
type csvCmd struct {
	RunDir string `arg:"" name:"run" help:"Run directory."`
	Output string `short:"o" help:"File for the rows; - is standard output." default:"-" placeholder:"FILE"`
}

// Help shows how the command is called.
func (csvCmd) Help() string {
	return `Example:

  runs csv runs/mine -o mine.csv`
}

// Run writes a row for every record.
func (o *csvCmd) Run() error {
	records, err := train.ReadRecords(o.RunDir)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: found no %s in it, expected a run directory", o.RunDir, train.MetricsFile)
	}
	if err != nil {
		return err
	}
	return program.WriteOutput(o.Output, func(w io.Writer) error { return writeCSV(w, records) })
}

// writeCSV writes a heading and a row for every record: first what every record
// has, then a column for every figure of any, by name; empty where the record
// has none.
func writeCSV(w io.Writer, records []train.Record) error {
	var figures []map[string]float64
	for _, r := range records {
		figures = append(figures, r.Figures)
	}
	names := program.FigureNames(figures)
	out := csv.NewWriter(w)
	rows := [][]string{append([]string{"kind", "split", "epoch", "step", "seconds", "time"}, names...)}
	for _, r := range records {
		row := []string{r.Kind, r.Split, strconv.Itoa(r.Epoch), strconv.Itoa(r.Step), "", ""}
		if r.Seconds != 0 {
			row[4] = number(r.Seconds)
		}
		if !r.Time.IsZero() {
			row[5] = r.Time.Format(time.RFC3339Nano)
		}
		for _, name := range names {
			cell := ""
			if v, ok := r.Figures[name]; ok {
				cell = number(v)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return out.WriteAll(rows)
}

// number writes a number so that it is read back the same.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
