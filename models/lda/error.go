package lda

import (
	"errors"
	"fmt"
)

// What can be wrong with documents and models, for errors.Is.
var (
	ErrID       = errors.New("word id outside the vocabulary")
	ErrOrder    = errors.New("word ids do not ascend")
	ErrCount    = errors.New("count is not a positive number")
	ErrWhole    = errors.New("count is not a whole number of tokens")
	ErrModel    = errors.New("not a topic model")
	ErrTooLarge = errors.New("model does not fit in memory")
)

// Constants of the panics that a programmer's error raises.
const errShape = "lda: wrong shape"

// BagError says which document cannot be worked on, and why. Err is one of the
// sentinels of this package.
type BagError struct {
	Doc   int // place in the list, from 0
	ID    int
	Count float64
	V     int // words in the vocabulary; 0 where it does not matter
	Err   error
}

func (e *BagError) Error() string {
	var expected string
	switch e.Err {
	case ErrID:
		expected = fmt.Sprintf("0 to %d", e.V-1)
	case ErrOrder:
		expected = "each word once, in ascending order"
	case ErrCount:
		expected = "a finite count above 0"
	default:
		expected = "a whole number"
	}
	return fmt.Sprintf("document %d: %v: found word %d, %v times, expected %s", e.Doc, e.Err, e.ID, e.Count, expected)
}

// Unwrap gives the sentinel.
func (e *BagError) Unwrap() error { return e.Err }

// ModelError says why numbers are no topic model; it unwraps to [ErrModel].
type ModelError struct{ Found, Expected string }

func (e *ModelError) Error() string {
	return fmt.Sprintf("%v: found %s, expected %s", ErrModel, e.Found, e.Expected)
}

// Unwrap gives [ErrModel].
func (e *ModelError) Unwrap() error { return ErrModel }
