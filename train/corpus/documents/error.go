package documents

import (
	"errors"
	"fmt"

	"arbelos/train/corpus"
)

// What can be wrong with a file of documents or a vocabulary, beside what package
// corpus names (ErrEncoding, ErrDirectory, ErrEmpty, fs.ErrNotExist ...).
var (
	ErrFields     = errors.New("line has not the fields of its format")
	ErrNumber     = errors.New("not a number of this kind")
	ErrCount      = errors.New("count is not a whole number from 0 up")
	ErrID         = errors.New("word id outside the vocabulary")
	ErrDocument   = errors.New("document number outside the corpus")
	ErrPairs      = errors.New("not as many entries as declared")
	ErrHeader     = errors.New("header is not that of the format")
	ErrUnordered  = errors.New("documents are not in order")
	ErrDuplicate  = errors.New("word stands twice in the vocabulary")
	ErrBlank      = errors.New("blank line")
	ErrNoWordLeft = errors.New("the options leave no word")
)

// OptionError says which option cannot be followed.
type OptionError struct {
	Option, Found, Expected string
	Err                     error // nil, or ErrNoWordLeft
}

func (e *OptionError) Error() string {
	return fmt.Sprintf("documents: option %s: found %s, expected %s", e.Option, e.Found, e.Expected)
}

// Unwrap gives the sentinel, if there is one.
func (e *OptionError) Unwrap() error { return e.Err }

// place is where a reader stands, for errors.
type place struct {
	file string
	line int // from 1
}

// at makes the error of what begins at a column, from 1.
func (p place) at(column int, err error, found, expected string) error {
	return &corpus.SyntaxError{File: p.file, Line: p.line, Column: column, Found: found, Expected: expected, Err: err}
}
