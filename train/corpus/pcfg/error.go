package pcfg

import (
	"errors"
	"fmt"
)

// The kinds of fault that a grammar's text can have. Every [Error] wraps one
// of them, to be matched with [errors.Is].
var (
	ErrSyntax      = errors.New("malformed line")
	ErrDuplicate   = errors.New("rule given twice")
	ErrUndefined   = errors.New("undefined symbol")
	ErrUnreachable = errors.New("unreachable symbol")
	ErrSum         = errors.New("probabilities do not sum to 1")
	ErrInfinite    = errors.New("infinite expected length")
)

// Error reports a fault in the text of a grammar: where it is, its kind, what
// was found there and what was expected.
type Error struct {
	File  string // as given to Read
	Line  int    // counted from 1
	Err  error
	Found string
	Expected string
}

// Error formats the fault as "file:line: kind: found this, want that".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %v: found %s, want %s", e.File, e.Line, e.Kind, e.Found, e.Want)
}

// Unwrap returns the fault's kind.
func (e *Error) Unwrap() error { return e.Kind }
