package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"
)

// npyWriter writes a matrix in NumPy's format, version 1, a row at a time: a matrix that
// memory does not hold can be written.
type npyWriter struct {
	w    io.Writer
	left int // rows
	m    int // columns
	line []byte
}

// newNPY begins a matrix of n rows and m columns.
func newNPY(w io.Writer, n, m int) (*npyWriter, error) {
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", n, m)
	const before = 10 // magic, version and length
	header += strings.Repeat(" ", 63-(before+len(header))%64) + "\n"
	_, err := fmt.Fprintf(w, "\x93NUMPY\x01\x00%s%s", binary.LittleEndian.AppendUint16(nil, uint16(len(header))), header)
	return &npyWriter{w: w, left: n, m: m}, err
}

// row writes the next row.
func (y *npyWriter) row(x []float64) error {
	if y.left--; y.left < 0 || len(x) != y.m {
		return fmt.Errorf("npy: found a row of %d with %d rows to come, expected one of %d", len(x), y.left+1, y.m)
	}
	y.line = y.line[:0]
	for _, v := range x {
		y.line = binary.LittleEndian.AppendUint64(y.line, math.Float64bits(v))
	}
	_, err := y.w.Write(y.line)
	return err
}
