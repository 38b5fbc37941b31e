package graph

import (
	"errors"
	"fmt"
	"testing"
)

// A step is repeated for a merged sum alone: not for what will fail again, and not
// once it has succeeded.
func TestUntilUnmerged(t *testing.T) {
	other := errors.New("other")
	for name, c := range map[string]struct {
		outcomes []error
		want     error
	}{
		"at once":              {[]error{nil}, nil},
		"merged twice":         {[]error{ErrMerged, fmt.Errorf("a step: %w", ErrMerged), nil}, nil},
		"merged, then another": {[]error{ErrMerged, other}, other},
	} {
		calls := 0
		got, err := UntilUnmerged(func() (int, error) {
			calls++
			return calls, c.outcomes[calls-1]
		})
		if calls != len(c.outcomes) || got != calls || !errors.Is(err, c.want) {
			t.Errorf("%s: %d calls gave %d and the error %v, want %d calls and %v", name, calls, got, err, len(c.outcomes), c.want)
		}
	}
}
