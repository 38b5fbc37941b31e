package diagnostics

import (
	"fmt"
	"math"
)

// Gap is the importance-weighted bound less the evidence lower bound, averaged
// over the items: an estimate from below of the mean KL(q(z|x) || p(z|x)), what
// a better q could gain.
type Gap struct {
	Mean   float64 `json:"mean"`
	StdErr float64 `json:"std_err"` // over the items; 0 for one
}

// NewGap compares the two bounds of every item.
func NewGap(lower, importance []float64) (*Gap, error) {
	if len(lower) == 0 || len(lower) != len(importance) {
		return nil, badInput("bounds of the items", fmt.Sprintf("%d and %d", len(lower), len(importance)), "as many of either, at least one")
	}
	if err := checkFinite("evidence lower bound", lower); err != nil {
		return nil, err
	}
	if err := checkFinite("importance-weighted bound", importance); err != nil {
		return nil, err
	}
	gaps := make([]float64, len(lower))
	for i := range gaps {
		gaps[i] = importance[i] - lower[i]
	}
	if len(gaps) == 1 {
		return &Gap{Mean: gaps[0]}, nil
	}
	mean, variance := meanVariance(gaps)
	return &Gap{mean, math.Sqrt(variance / float64(len(gaps)))}, nil
}
