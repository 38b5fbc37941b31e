package program

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// gcPercent is how much garbage may pile up, in percent of what lives. Most of
// what lives is a model's pool of large buffers, which cost a collection
// nothing; Go's default would let as much again pile up.
const gcPercent = 20

// Parallel are the flags of every command that computes.
type Parallel struct {
	Threads int `toml:"threads" help:"Processor threads; 0 is all. Results do not depend on it." default:"0"`
}

// Use makes the process run on so many threads.
func (p Parallel) Use() error {
	if p.Threads < 0 {
		return Refused(fmt.Errorf("--threads is %d, expected at least 0", p.Threads))
	}
	if p.Threads > 0 {
		runtime.GOMAXPROCS(p.Threads)
	}
	debug.SetGCPercent(gcPercent)
	return nil
}
