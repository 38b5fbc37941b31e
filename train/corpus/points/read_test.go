package points

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbelos/train/corpus"
)

func read(text string, format Format) (*Table, error) {
	return Read(strings.NewReader(text), "t", format)
}

func TestReadText(t *testing.T) {
	want := [][]float64{{1, -2.5}, {3e2, 0}}
	for name, c := range map[string]struct {
		text    string
		format  Format
		columns []string
	}{
		"commas":         {"1,-2.5\n300,0\n", Auto, nil},
		"named":          {"x, y\n1, -2.5\n300, 0", CSV, []string{"x", "y"}},
		"quoted":         {"\"a, b\",y\n\"1\",\"-2.5\"\n300,0\n", Auto, []string{"a, b", "y"}},
		"tabs":           {"1\t-2.5\n3e2\t0\n", Auto, nil},
		"tabs, named":    {"first name\ty\n1\t-2.5\r\n300\t0\r\n", TSV, []string{"first name", "y"}},
		"spaces":         {"  1   -2.5 \n300 0\n", Auto, nil},
		"comments":       {"# numbers\n\n1 -2.5\n\n # more\n300 0\n\n", Auto, nil},
		"comments, tabs": {"# a, b\n1\t-2.5\n\n#\n300\t0\n", Auto, nil},
		"mark":           {"\uFEFFx,y\n1,-2.5\n300,0\n", Auto, []string{"x", "y"}},
		"zipped":         {zipped("1,-2.5\n300,0\n"), Auto, nil},
	} {
		got, err := read(c.text, c.format)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, got.Rows) + cmp.Diff(c.columns, got.Columns); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	one, err := read("5\n6\n", Auto)
	if err != nil || !slices.EqualFunc(one.Rows, [][]float64{{5}, {6}}, slices.Equal) {
		t.Errorf("one column: found %v, %v", one, err)
	}
}

func zipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.String()
}

// Errors name the file, the line and the column, what was found and what was expected.
func TestReadErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		format Format
		kind   error
		want   string
	}{
		{"1,2\n1,x\n", Auto, ErrNumber, `t: line 2, column 2: not a finite number: found "x", expected a finite number`},
		{"1 2\n\n3\n", Auto, ErrFields, "t: line 3: rows differ in length: found 1 fields, expected 2, as on the lines before"},
		{"a,b\n1,2,3\n", Auto, ErrFields, "t: line 2: rows differ in length: found 3 fields, expected 2, as on the lines before"},
		{"a,1\n", Auto, ErrNumber, `t: line 1, column 1: not a finite number: found "a", expected a finite number`},
		{"a,b\nc,d\n", Auto, ErrNumber, `t: line 2, column 1: not a finite number: found "c", expected a finite number`},
		{"1,NaN\n", Auto, ErrNumber, `t: line 1, column 2: not a finite number: found "NaN", expected a finite number`},
		{"1\t-Inf\n", Auto, ErrNumber, `t: line 1, column 2: not a finite number: found "-Inf", expected a finite number`},
		{"1,1e999\n", Auto, ErrNumber, `t: line 1, column 2: not a finite number: found "1e999", expected a finite number`},
		{"1,\n", Auto, ErrNumber, `t: line 1, column 2: not a finite number: found "", expected a finite number`},
		{"1,2\n3,\"4\n", Auto, ErrQuotes, `t: line 2: quotes do not match: found extraneous or missing " in quoted-field, expected fields with or without quotes`},
		{"", Auto, corpus.ErrEmpty, "t: found no number in it, expected a table of numbers"},
		{"x,y\n", Auto, corpus.ErrEmpty, "t: found no number in it, expected a table of numbers"},
		{"1,2\n", NPY, ErrHeader, "t: found no NumPy header, expected one with descr, fortran_order and shape"},
		{zipped("1,2\n")[:20], Auto, io.ErrUnexpectedEOF, "t: found a compressed file that is cut short (unexpected EOF), expected a table of numbers"},
		{array("<f8", "(2, 2)", false, 1, math.NaN(), 3, 4), Auto, ErrNumber, "t: row 1, column 2: not a finite number: found NaN, expected a finite number"},
		{array("<f8", "(2, 2)", false, 1, 2, 3), Auto, ErrSize, "t: found 24 bytes of elements, expected 32"},
		{array("<f8", "(1, 2)", false, 1, 2, 3), Auto, ErrSize, "t: found 24 bytes of elements, expected 16"},
		{array("<f8", "(9223372036854775807, 9223372036854775807)", false, 1), Auto, ErrSize, "t: found an array of shape (9223372036854775807, 9223372036854775807), expected one that fits a disk"},
		{array("<f8", "(99999999999999999999,)", false, 1), Auto, ErrSize, "t: found an array of shape (99999999999999999999,), expected one that fits a disk"},
		{array("<c16", "(1,)", false, 1, 1), Auto, ErrElement, `t: found elements "<c16", expected numbers or truth values of up to 8 bytes`},
		{array("|O8", "(1,)", false, 1), Auto, ErrElement, `t: found elements "|O8", expected numbers or truth values of up to 8 bytes`},
		{array("<f8", "()", false, 1), Auto, ErrHeader, "t: found a single number, expected an array whose first dimension is that of the items"},
		{array("<f8", "(1, 1, 1)", true, 1), Auto, ErrHeader, "t: found more than two dimensions in Fortran's order, expected C's order"},
		{array("<f8", "(0, 2)", false), Auto, corpus.ErrEmpty, "t: found no number in it, expected a table of numbers"},
		{array("<f8", "(2, 0)", false), Auto, corpus.ErrEmpty, "t: found no number in it, expected a table of numbers"},
	} {
		_, err := read(c.text, c.format)
		if err == nil || err.Error() != c.want || !errors.Is(err, c.kind) {
			t.Errorf("%q: found error %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadFile(filepath.Join(dir, "none"), Auto); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("found error %v", err)
	}
	if _, err := ReadFile(dir, Auto); !errors.Is(err, corpus.ErrDirectory) {
		t.Errorf("found error %v", err)
	}
	path := filepath.Join(dir, "t.csv")
	if err := os.WriteFile(path, []byte("x\n\n1\n2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := ReadFile(path, Auto)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := table.Refuse(1, 0, "2", "0 or 1").Error(), path+": line 4, column 1: value is not one of the model's: found 2, expected 0 or 1"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	if err := table.Refuse(0, -1, "1 number", "2"); !errors.Is(err, ErrValue) || strings.Contains(err.Error(), "column") {
		t.Errorf("found %v", err)
	}
}

// array is the bytes of an array, made as NumPy makes them.
func array(descr, shape string, fortran bool, elements ...float64) string {
	order := "False"
	if fortran {
		order = "True"
	}
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descr, order, shape)
	var b bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00")
	binary.Write(&b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	var to binary.ByteOrder = binary.LittleEndian
	if descr[0] == '>' {
		to = binary.BigEndian
	}
	for _, v := range elements {
		var x any = v
		switch descr[1:] {
		case "f4":
			x = float32(v)
		case "i1":
			x = int8(v)
		case "i2":
			x = int16(v)
		case "i4":
			x = int32(v)
		case "i8":
			x = int64(v)
		case "u1", "b1":
			x = uint8(v)
		case "u2":
			x = uint16(v)
		case "u4":
			x = uint32(v)
		case "u8":
			x = uint64(v)
		}
		binary.Write(&b, to, x)
	}
	return b.String()
}

func TestReadNPY(t *testing.T) {
	for _, descr := range []string{"<f4", ">f4", "<f8", ">f8", "=f8", "|i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8", "|u1", "|b1", "<u2", ">u2", "<u4", ">u4", "<u8", ">u8"} {
		got, err := read(array(descr, "(2, 3)", false, 1, 0, 1, 0, 1, 1), Auto)
		if err != nil {
			t.Errorf("%s: %v", descr, err)
		} else if diff := cmp.Diff([][]float64{{1, 0, 1}, {0, 1, 1}}, got.Rows); diff != "" {
			t.Errorf("%s: %s", descr, diff)
		}
	}
	for name, c := range map[string]struct {
		text string
		want [][]float64
	}{
		"Fortran":          {array("<i2", "(2, 3)", true, 1, -2, 3, 4, 5, 6), [][]float64{{1, 3, 5}, {-2, 4, 6}}},
		"vector":           {array("<i2", "(3,)", false, 1, 2, 3), [][]float64{{1}, {2}, {3}}},
		"three dimensions": {array("<i2", "(2, 2, 2)", false, 1, 2, 3, 4, 5, 6, 7, 8), [][]float64{{1, 2, 3, 4}, {5, 6, 7, 8}}},
		"large":            {array("<u8", "(1,)", false, 1<<63), [][]float64{{1 << 63}}},
		"version 2":        {"\x93NUMPY\x02\x00\x3b\x00\x00\x00" + array("<i2", "(1, 2)", false, 1, 2)[10:], [][]float64{{1, 2}}},
	} {
		got, err := read(c.text, Auto)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if diff := cmp.Diff(c.want, got.Rows); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// What is written is read back, number for number.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")
		number := rapid.Float64().Filter(func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) })
		var rows [][]float64
		for range n {
			rows = append(rows, rapid.SliceOfN(number, d, d).Draw(t, "row"))
		}
		names := []string{"a", "b b", "c,", "d"}[:d]
		var tsv, npy bytes.Buffer
		if err := errors.Join(WriteTSV(&tsv, names, rows), WriteNPY(&npy, rows)); err != nil {
			t.Fatal(err)
		}
		if from := bytes.IndexByte(npy.Bytes(), '\n') + 1; from%64 != 0 {
			t.Fatalf("elements begin at %d", from)
		}
		for format, text := range map[Format]string{TSV: tsv.String(), NPY: npy.String()} {
			got, err := read(text, format)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(rows, got.Rows); diff != "" {
				t.Fatalf("%s: %s", format, diff)
			}
			if format == TSV && !slices.Equal(got.Columns, names) {
				t.Fatalf("found columns %q", got.Columns)
			}
		}
	})
}

// What is read is a table of finite numbers, and can be written and read again;
// anything else is an error of one of the two types.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"1,2\n3,4\n", "a\tb\n1\t2\n", "1 2\n# c\n3 4", "\"1\",2", zipped("1\n"),
		array("<f4", "(1, 2)", false, 1, 2), array(">i2", "(2, 2)", true, 1, 2, 3, 4), array("|b1", "(3,)", false, 0, 1, 1)} {
		for _, format := range []Format{Auto, CSV, TSV, NPY} {
			f.Add([]byte(text), string(format))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, format string) {
		table, err := Read(bytes.NewReader(data), "t", Format(format))
		if err != nil {
			if !errors.As(err, new(*CellError)) && !errors.As(err, new(*corpus.FileError)) {
				t.Fatalf("found error %T: %v", err, err)
			}
			return
		}
		for _, row := range table.Rows {
			if len(row) != len(table.Rows[0]) || len(row) == 0 {
				t.Fatalf("rows of %d and %d numbers", len(row), len(table.Rows[0]))
			}
			for _, v := range row {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("found %v", v)
				}
			}
		}
		var b bytes.Buffer
		if err := WriteNPY(&b, table.Rows); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b, "t", Auto)
		if err != nil || !slices.EqualFunc(table.Rows, again.Rows, slices.Equal) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}
