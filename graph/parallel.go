package graph

import (
	"runtime"
	"sync"
)

// parallel calls f on consecutive ranges that cover [0, n), at the same time
// where n is worth it: grain is the least length of a range. f must write only
// what belongs to its range, and the same whatever the range's bounds are, so
// that results do not depend on the number of threads.
func parallel(n, grain int, f func(from, to int)) {
	parts := min(runtime.GOMAXPROCS(0), n/max(grain, 1))
	if parts <= 1 {
		if n > 0 {
			f(0, n)
		}
		return
	}
	var wg sync.WaitGroup
	for p := range parts {
		wg.Go(func() { f(p*n/parts, (p+1)*n/parts) })
	}
	wg.Wait()
}

// grainFor returns the rows of a range that make about 16k element visits, the
// work below which starting a goroutine does not pay.
func grainFor(width int) int { return 1 + 1<<14/max(width, 1) }
