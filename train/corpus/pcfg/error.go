package pcfg

import (
	"errors"
	"fmt"
)

// What can be wrong with a grammar's text. Every [Error] matches one of these
// under [errors.Is].
var (
	ErrSyntax      = errors.New("malformed line")
	ErrDuplicate   = errors.New("rule given twice")
	ErrUndefined   = errors.New("undefined symbol")
	ErrUnreachable = errors.New("unreachable symbol")
	ErrSum         = errors.New("probabilities do not sum to 1")
	ErrInfinite    = errors.New("unbounded derivations")
)

// Error says where the text of a grammar is at fault. Err is one of the
// sentinels of this package.
type Error struct {
	File            string // as given to Read
	Line            int    // from 1
	Found, Expected string
	Err             error
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %v: found %s, expected %s", e.File, e.Line, e.Err, e.Found, e.Expected)
}

// Unwrap gives the sentinel.
func (e *Error) Unwrap() error { return e.Err }
