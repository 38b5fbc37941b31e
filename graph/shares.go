package graph

import kern "arbelos/graph/kernel"

// shares calls f for every i in [0, n), on several workers at the same time, as
// kernel.Share. Each has a state of its own, which must not show in what f makes of i.
func shares[S any](n, workers int, state func(worker int) S, f func(s S, i int)) {
	states := make([]S, workers)
	for w := range states {
		states[w] = state(w)
	}
	kern.Share(n, workers, func(w, i int) { f(states[w], i) })
}
