package program

import (
	"errors"
	"io"
	"log/slog"
	"os"

	"arbelos/train"
)

// Logging are the flags of every command that trains.
type Logging struct {
	LogFormat string `toml:"-" help:"What standard error gets: text, lines for people; or json, an object a line, progress among them." enum:"text,json" default:"text"`
}

// Start returns a log that goes to the console, above the progress line, and to
// the run's log file, which is always text. In JSON, progress goes to the
// console's log.
func (l Logging) Start(progress *train.Progress, file io.Writer) *slog.Logger {
	if l.LogFormat != "json" {
		return NewLog(progress, file)
	}
	console := slog.NewJSONHandler(os.Stderr, nil) // there is no line to write above
	progress.Log = slog.New(console)
	return slog.New(slog.NewMultiHandler(console, slog.NewTextHandler(file, nil)))
}

// Fail says in the log what went wrong. The error returned is not said once more
// where the log is for programs.
func (l Logging) Fail(err error) error {
	if l.LogFormat != "json" {
		return err
	}
	slog.New(slog.NewJSONHandler(os.Stderr, nil)).Error(err.Error())
	return told{err}
}

func (l Logging) logFormat() string { return l.LogFormat }

// told is an error that the user knows of.
type told struct{ error }

// Unwrap returns what went wrong.
func (t told) Unwrap() error { return t.error }

// isTold tells whether the user knows of an error.
func isTold(err error) bool { return errors.As(err, new(told)) }
