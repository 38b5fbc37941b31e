package dirichlet

// Log sets dst[i] to the natural logarithm of x[i], within 1e-15 of the larger of 1 and
// the value: of 0 it is -Inf, and of what is below 0 it is NaN. dst must be as long as
// x and either x itself or apart from it.
func Log[T float](dst, x []T) { overSlice(chosen.log, dst, x) }
