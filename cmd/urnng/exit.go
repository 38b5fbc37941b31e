package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/alecthomas/kong"
)

// Exit statuses beside 0, and 1 for errors that have none.
const (
	badFlags    = 2
	interrupted = 130
)

// exit is an error that knows the exit status it stands for.
type exit struct {
	status int
	err    error
}

func (e exit) Error() string { return e.err.Error() }
func (e exit) Unwrap() error { return e.err }

// run runs the program, says on standard error what went wrong, and returns the
// exit status.
func run(args []string) int {
	err := parseAndRun(args, kong.Name("urnng"), kong.Description(about))
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		err = exit{interrupted, errors.New("interrupted")}
	}
	fmt.Fprintln(os.Stderr, "urnng:", err)
	e := exit{status: 1}
	errors.As(err, &e)
	if e.status == badFlags {
		fmt.Fprintf(os.Stderr, "What there is to choose from: urnng %s--help\n", command(args))
	}
	return e.status
}

// command returns the command among the arguments with a space after it.
func command(args []string) string {
	if len(args) > 0 && slices.Contains([]string{"train", "eval", "parse", "baseline", "sample"}, args[0]) {
		return args[0] + " "
	}
	return ""
}
