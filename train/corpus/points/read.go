package points

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/gzip"

	"arbelos/train/corpus"
)

// Format is the format of a file.
type Format string

const (
	Auto Format = "auto" // by the file's first bytes and its first line
	CSV  Format = "csv"  // fields between commas, quoted or not
	TSV  Format = "tsv"  // fields between tabs
	NPY  Format = "npy"
)

// ReadFile reads the table in a file; see Read.
func ReadFile(path string, format Format) (*Table, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, unreadable(path, corpus.ErrDirectory)
	}
	return Read(file, path, format)
}

// Read reads a table, which may be gzipped; name stands for it in errors.
//
// In text a line is a row. Blank lines and those that begin with # are skipped. A
// first line without a number in it names the columns. Auto takes tabs for the
// separators if the first line has one, else commas, else spaces. Of an array of
// more than two dimensions a row is all that one index of the first selects.
//
// An error is a *CellError where it has a place in the table, and a
// *corpus.FileError otherwise. A table without a row is an error.
func Read(r io.Reader, name string, format Format) (*Table, error) {
	data, err := io.ReadAll(r)
	if err == nil && bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		data, err = unzip(data)
	}
	if err != nil {
		return nil, unreadable(name, err)
	}
	t := &Table{File: name}
	if format == NPY || format == Auto && bytes.HasPrefix(data, []byte(npyMagic)) {
		err = t.readNPY(data)
	} else {
		err = t.readText(bytes.TrimPrefix(data, []byte("\uFEFF")), format)
	}
	if err != nil {
		return nil, err
	}
	if len(t.Rows) == 0 || len(t.Rows[0]) == 0 {
		return nil, unreadable(name, corpus.ErrEmpty)
	}
	return t, nil
}

func unzip(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

func unreadable(path string, err error) error {
	found := err.Error()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		found = "no such file"
	case errors.Is(err, fs.ErrPermission):
		found = "no permission to read it"
	case errors.Is(err, corpus.ErrDirectory):
		found = "a directory"
	case errors.Is(err, corpus.ErrEmpty):
		found = "no number in it"
	case errors.Is(err, io.ErrUnexpectedEOF):
		found = fmt.Sprintf("a compressed file that is cut short (%v)", err)
	}
	return &corpus.FileError{File: path, Found: found, Expected: "a table of numbers", Err: err}
}
