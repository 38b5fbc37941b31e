package points

import (
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"arbelos/train/corpus"
)

// The format of NumPy's arrays: a magic, a version, the length of a header, the
// header, which is a Python dictionary padded with spaces, and the elements.
const npyMagic = "\x93NUMPY"

// npyMost bounds the bytes of an array, so that products of sizes do not overflow.
const npyMost = 1 << 50

var (
	npyElement = regexp.MustCompile(`'descr': *'([<>|=]?)([a-zA-Z])(\d+)'`)
	npyFortran = regexp.MustCompile(`'fortran_order': *(True|False)`)
	npyShape   = regexp.MustCompile(`'shape': *\(([\d, ]*)\)`)
)

// readNPY reads the rows of an array.
func (t *Table) readNPY(data []byte) error {
	header, body, ok := cutHeader(data)
	element, fortran, shape := npyElement.FindStringSubmatch(header), npyFortran.FindStringSubmatch(header), npyShape.FindStringSubmatch(header)
	if !ok || element == nil || fortran == nil || shape == nil {
		return t.refuseFile(ErrHeader, "no NumPy header", "one with descr, fortran_order and shape")
	}
	size, read := npyReader(element)
	if read == nil {
		return t.refuseFile(ErrElement, fmt.Sprintf("elements %q", element[1]+element[2]+element[3]), "numbers or truth values of up to 8 bytes")
	}
	var dims []int
	total := size // bytes
	for field := range strings.SplitSeq(shape[1], ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		n, err := strconv.Atoi(field)
		if err != nil || n > 0 && total > npyMost/n {
			return t.refuseFile(ErrSize, fmt.Sprintf("an array of shape (%s)", shape[1]), "one that fits a disk")
		}
		dims, total = append(dims, n), total*n
	}
	if len(dims) == 0 {
		return t.refuseFile(ErrHeader, "a single number", "an array whose first dimension is that of the items")
	}
	if total != len(body) {
		return t.refuseFile(ErrSize, fmt.Sprintf("%d bytes of elements", len(body)), fmt.Sprint(total))
	}
	if fortran[1] == "True" && len(dims) > 2 {
		return t.refuseFile(ErrHeader, "more than two dimensions in Fortran's order", "C's order")
	}
	if total == 0 {
		return nil // the caller refuses tables without a number
	}
	rows, columns := dims[0], total/size/dims[0]
	for i := range rows {
		row := make([]float64, columns)
		for j := range row {
			at := i*columns + j
			if fortran[1] == "True" {
				at = j*rows + i
			}
			row[j] = read(body[at*size:])
			if math.IsNaN(row[j]) || math.IsInf(row[j], 0) {
				return &CellError{File: t.File, Line: i + 1, Column: j + 1, Row: "row", Found: fmt.Sprint(row[j]), Expected: "a finite number", Err: ErrNumber}
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return nil
}

func (t *Table) refuseFile(err error, found, expected string) error {
	return &corpus.FileError{File: t.File, Found: found, Expected: expected, Err: err}
}

// cutHeader returns the dictionary and the elements.
func cutHeader(data []byte) (header string, body []byte, ok bool) {
	const fixed = len(npyMagic) + 2 // the version's two bytes
	if len(data) < fixed+4 || string(data[:len(npyMagic)]) != npyMagic {
		return "", nil, false
	}
	length, from := int(binary.LittleEndian.Uint16(data[fixed:])), fixed+2
	if data[len(npyMagic)] > 1 {
		length, from = int(binary.LittleEndian.Uint32(data[fixed:])), fixed+4
	}
	if length > len(data)-from {
		return "", nil, false
	}
	return string(data[from : from+length]), data[from+length:], true
}

// npyReader returns the size of an element in bytes, and what reads one; nil for
// elements that are no numbers.
func npyReader(element []string) (size int, read func([]byte) float64) {
	var order binary.ByteOrder = binary.LittleEndian
	if element[1] == ">" {
		order = binary.BigEndian
	}
	switch element[2] + element[3] {
	case "f4":
		return 4, func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }
	case "f8":
		return 8, func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }
	case "b1", "u1":
		return 1, func(b []byte) float64 { return float64(b[0]) }
	case "u2":
		return 2, func(b []byte) float64 { return float64(order.Uint16(b)) }
	case "u4":
		return 4, func(b []byte) float64 { return float64(order.Uint32(b)) }
	case "u8":
		return 8, func(b []byte) float64 { return float64(order.Uint64(b)) }
	case "i1":
		return 1, func(b []byte) float64 { return float64(int8(b[0])) }
	case "i2":
		return 2, func(b []byte) float64 { return float64(int16(order.Uint16(b))) }
	case "i4":
		return 4, func(b []byte) float64 { return float64(int32(order.Uint32(b))) }
	case "i8":
		return 8, func(b []byte) float64 { return float64(int64(order.Uint64(b))) }
	}
	return 0, nil
}
