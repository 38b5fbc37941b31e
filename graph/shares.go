package graph

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// shares calls f for every i in [0, n), at the same time on as many goroutines
// as there are processors for: for items of work that differ much in size. Each
// goroutine has a state of its own, which must not show in what f makes of i.
func shares[S any](n int, state func() S, f func(s S, i int)) {
	var next atomic.Int64
	work := func() {
		s := state()
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			f(s, i)
		}
	}
	others := min(runtime.GOMAXPROCS(0), n) - 1
	var wg sync.WaitGroup
	for range others {
		wg.Go(work)
	}
	work()
	wg.Wait()
}
