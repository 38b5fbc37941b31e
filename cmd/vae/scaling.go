package main

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// scaling is how columns were shifted and scaled for training: x to
// (x - Mean)/Deviation. The zero value leaves them alone.
type scaling struct {
	Mean      []float64 `json:"mean,omitempty"`
	Deviation []float64 `json:"deviation,omitempty"`
}

// standardising returns the scaling of rows to mean 0 and deviation 1; a column
// whose numbers are all equal is only shifted.
func standardising(rows [][]float64) scaling {
	var s scaling
	column := make([]float64, len(rows))
	for j := range rows[0] {
		for i, row := range rows {
			column[i] = row[j]
		}
		mean, deviation := stat.PopMeanStdDev(column, nil)
		if !(deviation > 0) {
			deviation = 1
		}
		s.Mean, s.Deviation = append(s.Mean, mean), append(s.Deviation, deviation)
	}
	return s
}

// in returns rows as the model sees them, and out rows of the model's in the
// data's units.
func (s scaling) in(rows [][]float64) [][]float64 {
	return s.each(rows, func(x, mean, deviation float64) float64 { return (x - mean) / deviation })
}

func (s scaling) out(rows [][]float64) [][]float64 {
	return s.each(rows, func(x, mean, deviation float64) float64 { return x*deviation + mean })
}

func (s scaling) each(rows [][]float64, f func(x, mean, deviation float64) float64) [][]float64 {
	if s.Mean == nil {
		return rows
	}
	scaled := make([][]float64, len(rows))
	for i, row := range rows {
		scaled[i] = make([]float64, len(row))
		for j, x := range row {
			scaled[i][j] = f(x, s.Mean[j], s.Deviation[j])
		}
	}
	return scaled
}

// logDensity is what to add to a log density of what the model sees, for the
// density of an item in the data's units.
func (s scaling) logDensity() (sum float64) {
	for _, d := range s.Deviation {
		sum -= math.Log(d)
	}
	return sum
}
