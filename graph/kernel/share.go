package kernel

import (
	"sync"
	"sync/atomic"
)

// share does n tasks on so many goroutines at most, the caller's among them. Each
// takes the next task when it has done one, so that one that is held up holds up little.
func share(n, goroutines int, do func(task int)) {
	var next atomic.Int64
	work := func() {
		for {
			task := int(next.Add(1)) - 1
			if task >= n {
				return
			}
			do(task)
		}
	}
	var wg sync.WaitGroup
	for range min(goroutines, n) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}
