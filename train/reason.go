package train

import "fmt"

// Reason says why training ended. The zero value is no reason.
type Reason int

const (
	// EpochsDone: the schedule's number of epochs is reached.
	EpochsDone Reason = iota + 1
	// RateBelow: decay brought the leading rate below the schedule's MinRate.
	RateBelow
	// Cancelled: the context was cancelled. The step under way was finished
	// and a checkpoint written, from which training resumes.
	Cancelled
	// Diverged: a loss, a gradient or a parameter became NaN or infinite. The
	// last checkpoint is from before.
	Diverged
	// Failed: a step, a validation, a hook or a write returned an error.
	Failed
)

var reasonText = map[Reason]string{
	EpochsDone: "all epochs done",
	RateBelow:  "learning rate below its minimum",
	Cancelled:  "interrupted",
	Diverged:   "diverged",
	Failed:     "failed",
}

// String returns a phrase that completes "stopped: ".
func (r Reason) String() string {
	if s, ok := reasonText[r]; ok {
		return s
	}
	return fmt.Sprintf("train.Reason(%d)", int(r))
}

// MarshalText makes the phrase the reason's form in JSON.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
