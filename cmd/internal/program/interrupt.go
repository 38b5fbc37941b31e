package program

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Interruptible returns a context that the first Ctrl-C (or SIGTERM) cancels,
// which says so; the second ends the process at once.
func Interruptible(say string) (context.Context, func()) {
	return InterruptibleBy(func() { fmt.Fprintln(os.Stderr, "\n"+say) })
}

// InterruptibleBy is Interruptible for what has its own way to say so.
func InterruptibleBy(say func()) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel()
		say()
		<-signals
		os.Exit(Interrupted)
	}()
	return ctx, func() { signal.Stop(signals); cancel() }
}
