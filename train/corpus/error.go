package corpus

import (
	"errors"
	"fmt"
)

// What can be wrong with a file. Under errors.Is, an error of a reader matches one
// of these, or else what opening, reading or decompressing gave (fs.ErrNotExist,
// fs.ErrPermission, io.ErrUnexpectedEOF).
var (
	ErrUnclosed  = errors.New("bracket is never closed")
	ErrNoLabel   = errors.New("bracket has no label")
	ErrNoWord    = errors.New("bracket has a label and nothing under it")
	ErrMixed     = errors.New("word stands beside another word or beside a bracket")
	ErrOutside   = errors.New("text outside the trees")
	ErrTooDeep   = errors.New("brackets are nested too deeply")
	ErrEncoding  = errors.New("file is not UTF-8")
	ErrDirectory = errors.New("path is a directory")
	ErrEmpty     = errors.New("file holds no word")
)

// SyntaxError says where a file stops being text or trees. Err is one of the
// sentinels of this package.
type SyntaxError struct {
	File            string
	Line, Column    int // from 1; the column counts characters, not bytes
	Found, Expected string
	Err             error
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v: found %s, expected %s", e.File, e.Line, e.Column, e.Err, e.Found, e.Expected)
}

// Unwrap gives the sentinel.
func (e *SyntaxError) Unwrap() error { return e.Err }
