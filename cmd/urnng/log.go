package main

import (
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/lmittmann/tint"
	"golang.org/x/term"
)

// newLog returns a log that goes to the console, above the progress line, and
// to the run's log file if there is one.
func newLog(console io.Writer, file io.Writer) *slog.Logger {
	plain := os.Getenv("NO_COLOR") != "" || !term.IsTerminal(int(os.Stderr.Fd()))
	handlers := []slog.Handler{tint.NewHandler(console, &tint.Options{NoColor: plain, TimeFormat: time.TimeOnly})}
	if file != nil {
		handlers = append(handlers, slog.NewTextHandler(file, nil))
	}
	return slog.New(slog.NewMultiHandler(handlers...))
}
