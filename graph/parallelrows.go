package graph

// ParallelRows calls f on consecutive ranges that cover [0, n), at the same time
// where rows of the given width make that worth it. f must write only what belongs
// to its range, and the same whatever the range's bounds are, so that results do
// not depend on the number of threads.
func ParallelRows(n, width int, f func(from, to int)) { parallel(n, grainFor(width), f) }
