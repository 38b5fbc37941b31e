package graph

import (
	"sync"
	"sync/atomic"
)

// shares calls f for every i in [0, n), on several workers at the same time: for items
// of work that differ much in size. Each has a state of its own, which must not show in
// what f makes of i.
func shares[S any](n, workers int, state func(worker int) S, f func(s S, i int)) {
	var next atomic.Int64
	work := func(worker int) {
		s := state(worker)
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			f(s, i)
		}
	}
	var wg sync.WaitGroup
	for other := 1; other < workers; other++ {
		wg.Go(func() { work(other) })
	}
	work(0)
	wg.Wait()
}
