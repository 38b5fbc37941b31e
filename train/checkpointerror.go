package train

import (
	"errors"
	"fmt"
)

// The kinds of CheckpointError, for errors.Is.
var (
	// ErrCheckpointCorrupt: a file is cut short, altered, missing or paired
	// with a file of another checkpoint.
	ErrCheckpointCorrupt = errors.New("checkpoint is corrupt")
	// ErrCheckpointFormat: the checkpoint was written by a later version.
	ErrCheckpointFormat = errors.New("checkpoint has another format")
	// ErrCheckpointMismatch: the checkpoint is sound but belongs to another
	// model, to other sizes or to another run.
	ErrCheckpointMismatch = errors.New("checkpoint does not match")
)

// CheckpointError says why a checkpoint cannot be used. Neither the files nor
// any parameter has been changed when it is returned.
type CheckpointError struct {
	Path     string // of the file at fault
	Kind     error  // ErrCheckpointCorrupt, ErrCheckpointFormat or ErrCheckpointMismatch
	What     string // the part or property at fault
	Found    string
	Expected string
}

// Error names the file, what was found in it and what was expected.
func (e *CheckpointError) Error() string {
	return fmt.Sprintf("%s: %v: %s: found %s, expected %s", e.Path, e.Kind, e.What, e.Found, e.Expected)
}

// Unwrap returns Kind.
func (e *CheckpointError) Unwrap() error { return e.Kind }
