package program

import (
	"fmt"
	"io"
	"time"
)

// Counter returns a progress function that writes a line to w now and then: what
// was done to how many of the items.
func Counter(w io.Writer, items string) func(what string, done, of int) {
	next := time.Now().Add(5 * time.Second)
	return func(what string, done, of int) {
		if now := time.Now(); now.After(next) && done < of {
			fmt.Fprintf(w, "%s %d of %d %s\n", what, done, of, items)
			next = now.Add(5 * time.Second)
		}
	}
}
