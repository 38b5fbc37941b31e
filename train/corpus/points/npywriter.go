package points

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"
)

// NPYWriter writes an array of float64 for NumPy, in version 1 of its format, a row at
// a time: an array that memory does not hold can be written.
type NPYWriter struct {
	w       io.Writer
	left    int // rows
	columns int
	line    []byte
}

// NewNPYWriter begins an array of so many rows and columns. Each row is a write of its
// own to w.
func NewNPYWriter(w io.Writer, rows, columns int) (*NPYWriter, error) {
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", rows, columns)
	const before = len(npyMagic) + 4                                 // version and length
	header += strings.Repeat(" ", 63-(before+len(header))%64) + "\n" // elements begin at a multiple of 64
	_, err := fmt.Fprintf(w, "%s\x01\x00%s%s", npyMagic, binary.LittleEndian.AppendUint16(nil, uint16(len(header))), header)
	return &NPYWriter{w: w, left: rows, columns: columns}, err
}

// WriteRow writes the next row. It refuses a row of another length, and one after the
// last.
func (n *NPYWriter) WriteRow(row []float64) error {
	if n.left == 0 || len(row) != n.columns {
		return fmt.Errorf("points: found a row of %d numbers with %d rows to come, expected one of %d", len(row), n.left, n.columns)
	}
	n.left--
	n.line = n.line[:0]
	for _, v := range row {
		n.line = binary.LittleEndian.AppendUint64(n.line, math.Float64bits(v))
	}
	_, err := n.w.Write(n.line)
	return err
}
