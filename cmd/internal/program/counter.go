package program

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"
)

// Counter returns a progress function that writes a line to w now and then: what
// was done to how many of the items.
func Counter(w io.Writer, items string) func(what string, done, of int) {
	return nowAndThen(func(what string, done, of int) { fmt.Fprintf(w, "%s %d of %d %s\n", what, done, of, items) })
}

// Counter is the function Counter, or its like in the log where that is JSON.
func (l Logging) Counter(log *slog.Logger, items string) func(what string, done, of int) {
	if l.LogFormat != "json" {
		return Counter(os.Stderr, items)
	}
	return nowAndThen(func(what string, done, of int) { log.Info(what, "done", done, "of", of, "items", items) })
}

// nowAndThen lets through one call in five seconds, and not the last.
func nowAndThen(say func(what string, done, of int)) func(what string, done, of int) {
	next := time.Now().Add(5 * time.Second)
	return func(what string, done, of int) {
		if now := time.Now(); now.After(next) && done < of {
			say(what, done, of)
			next = now.Add(5 * time.Second)
		}
	}
}
