package points

import (
	"bytes"
	"io"
	"os"

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
	data, err := corpus.Decompressed(r)
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

func unreadable(name string, err error) error {
	return corpus.Unreadable(name, err, "number", "a table of numbers")
}
