package gibbs

import (
	"errors"
	"fmt"
)

// Constants of the panics that a programmer's error raises.
const (
	errCounts  = "gibbs: counts and topics disagree"
	errThreads = "gibbs: fewer than one thread"
)

// ErrState is what a [*StateError] unwraps to.
var ErrState = errors.New("not a state of this sampler on these documents")

// OptionError says which option cannot be followed.
type OptionError struct{ Option, Found, Expected string }

func (e *OptionError) Error() string {
	return fmt.Sprintf("gibbs: option %s: found %s, expected %s", e.Option, e.Found, e.Expected)
}

// StateError says why a chain cannot go on from a [State].
type StateError struct{ Found, Expected string }

func (e *StateError) Error() string {
	return fmt.Sprintf("gibbs: %v: found %s, expected %s", ErrState, e.Found, e.Expected)
}

// Unwrap gives [ErrState].
func (e *StateError) Unwrap() error { return ErrState }
