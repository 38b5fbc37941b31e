package program

import (
	"bytes"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/lmittmann/tint"
	"golang.org/x/term"
)

// NewLog returns a log that goes to the console, above the progress line, and
// to the run's log file if there is one.
func NewLog(console io.Writer, file io.Writer) *slog.Logger {
	plain := os.Getenv("NO_COLOR") != "" || !term.IsTerminal(int(os.Stderr.Fd()))
	handlers := []slog.Handler{tint.NewTextHandler(console, &tint.Options{NoColor: plain, TimeFormat: time.TimeOnly})}
	if file != nil {
		handlers = append(handlers, slog.NewTextHandler(file, nil))
	}
	return slog.New(slog.NewMultiHandler(handlers...))
}

// HeldText holds what is written until there is a file for it.
type HeldText struct {
	held bytes.Buffer
	file io.Writer
}

// Write writes to the file if there is one.
func (h *HeldText) Write(text []byte) (int, error) {
	if h.file != nil {
		return h.file.Write(text)
	}
	return h.held.Write(text)
}

// Release writes what is held, and all that follows, to the file.
func (h *HeldText) Release(file io.Writer) error {
	h.file = file
	_, err := h.held.WriteTo(file)
	return err
}
