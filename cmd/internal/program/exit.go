package program

// Exit statuses beside 0, and 1 for errors that have none.
const (
	BadFlags    = 2
	Interrupted = 130

	brokenPipe = 141 // as of a process that SIGPIPE ends
)

// exit is an error that knows the exit status it stands for.
type exit struct {
	status int
	err    error
}

// Refused gives an error the status of flags and config files that cannot be
// used.
func Refused(err error) error { return exit{BadFlags, err} }

// Stopped gives an error the status of what was interrupted.
func Stopped(err error) error { return exit{Interrupted, err} }

// Error implements error.
func (e exit) Error() string { return e.err.Error() }

// Unwrap returns what went wrong.
func (e exit) Unwrap() error { return e.err }
