package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"os"

	"arbelos/models/vae"
	"arbelos/testdata"
	"arbelos/train/corpus"
	"arbelos/train/corpus/known"
	"arbelos/train/corpus/points"
)

// readTable reads a file; "-" is standard input.
func readTable(path string, format points.Format) (*points.Table, error) {
	if path == "-" {
		return points.Read(os.Stdin, "standard input", format)
	}
	return points.ReadFile(path, format)
}

// embeddedTable reads a split of embedded data.
func embeddedTable(name, split string) (*points.Table, error) {
	file := name + "/" + split + ".tsv"
	f, err := testdata.FS.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return points.Read(f, file, points.TSV)
}

// source returns the log density of the distribution that embedded data is drawn
// from.
func source(embedded string) func(x []float64) float64 {
	if embedded == "stripes" {
		return known.Bars.LogProb
	}
	return known.Spiral.LogProb
}

// holdOut splits off every tenth row.
func holdOut(t *points.Table) (rest, held [][]float64, err error) {
	for i, row := range t.Rows {
		if i%10 == 9 {
			held = append(held, row)
		} else {
			rest = append(rest, row)
		}
	}
	if held == nil {
		return nil, nil, &corpus.FileError{
			File: t.File, Found: fmt.Sprintf("%d items", len(t.Rows)),
			Expected: "ten, one of which is held out for validation, or a --val-file", Err: corpus.ErrEmpty,
		}
	}
	return rest, held, nil
}

// checkTable holds a table to be one of items that a model can have.
func checkTable(t *points.Table, m vae.Config) error {
	if found := len(t.Rows[0]); found != m.Data {
		return t.Refuse(0, -1, fmt.Sprintf("%d numbers", found), fmt.Sprint(m.Data))
	}
	expected := "0 or 1, by the likelihood"
	if m.Likelihood == vae.Categorical {
		expected = fmt.Sprintf("a whole number from 0 to %d, by the likelihood", m.Values-1)
	}
	for i, row := range t.Rows {
		for j, v := range row {
			bad := false
			switch m.Likelihood {
			case vae.Bernoulli:
				bad = v != 0 && v != 1
			case vae.Categorical:
				bad = !(v >= 0 && v < float64(m.Values)) || v != math.Trunc(v)
			}
			if bad {
				return t.Refuse(i, j, fmt.Sprint(v), expected)
			}
		}
	}
	return nil
}

// digest identifies rows, number for number.
func digest(rows [][]float64) string {
	h := sha256.New()
	for _, row := range rows {
		var b []byte
		for _, v := range row {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))
}
