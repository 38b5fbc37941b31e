package kernel

import (
	"sync"
	"sync/atomic"
)

// Share does n tasks on so many goroutines at most, the caller's among them, which are
// numbered from 0. Each takes the next task when it has done one, so that tasks may differ
// much in size; which goroutine does a task must not show in what is made of it.
func Share(n, goroutines int, do func(goroutine, task int)) {
	var next atomic.Int64
	work := func(goroutine int) {
		for {
			task := int(next.Add(1)) - 1
			if task >= n {
				return
			}
			do(goroutine, task)
		}
	}
	var wg sync.WaitGroup
	for other := 1; other < min(goroutines, n); other++ {
		wg.Go(func() { work(other) })
	}
	work(0)
	wg.Wait()
}
