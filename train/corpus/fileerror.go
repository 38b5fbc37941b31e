package corpus

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// FileError says why a file could not be used as a whole. Err is ErrDirectory,
// ErrEmpty, or the error of opening, reading or decompressing the file.
type FileError struct {
	File            string
	Found, Expected string
	Err             error
}

func (e *FileError) Error() string {
	return fmt.Sprintf("%s: found %s, expected %s", e.File, e.Found, e.Expected)
}

// Unwrap gives the cause.
func (e *FileError) Unwrap() error { return e.Err }

// Unreadable returns the *FileError of a file that cannot be read, or in which there is
// nothing, in words: empty is what there should be of, and expected what the file
// should be.
func Unreadable(name string, err error, empty, expected string) error {
	found := err.Error()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		found = "no such file"
	case errors.Is(err, fs.ErrPermission):
		found = "no permission to read it"
	case errors.Is(err, ErrDirectory):
		found = "a directory"
	case errors.Is(err, ErrEmpty):
		found = "no " + empty + " in it"
	case errors.Is(err, io.ErrUnexpectedEOF):
		found = fmt.Sprintf("a compressed file that is cut short (%v)", err)
	}
	return &FileError{File: name, Found: found, Expected: expected, Err: err}
}
