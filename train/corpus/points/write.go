package points

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteTSV writes rows between tabs, below the columns' names if there are any.
// Numbers have as many digits as it takes to read the same ones back.
func WriteTSV(w io.Writer, columns []string, rows [][]float64) error {
	out := bufio.NewWriter(w)
	if columns != nil {
		fmt.Fprintln(out, strings.Join(columns, "\t"))
	}
	var line []byte
	for _, row := range rows {
		line = line[:0]
		for j, v := range row {
			if j > 0 {
				line = append(line, '\t')
			}
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		}
		out.Write(append(line, '\n'))
	}
	return out.Flush()
}

// WriteNPY writes rows of one length as an array of float64 for NumPy.
func WriteNPY(w io.Writer, rows [][]float64) error {
	columns := 0
	if len(rows) > 0 {
		columns = len(rows[0])
	}
	out := bufio.NewWriter(w)
	array, err := NewNPYWriter(out, len(rows), columns)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := array.WriteRow(row); err != nil {
			return err
		}
	}
	return out.Flush()
}
