package graph

import "errors"

// UntilUnmerged calls step, which builds a graph of its own and differentiates it, and
// calls it again as long as its error is ErrMerged: once in some hundred thousand graphs.
func UntilUnmerged[T any](step func() (T, error)) (T, error) {
	for {
		result, err := step()
		if !errors.Is(err, ErrMerged) {
			return result, err
		}
	}
}
