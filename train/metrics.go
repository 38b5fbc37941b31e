package train

import (
	"maps"
	"math"
	"slices"
)

// Metric is a sum and what to divide it by for a mean: the log-likelihood of a
// batch and its number of words, say. A quantity that is only counted, such as
// sentences, has weight 0.
type Metric struct {
	Sum    float64 `json:"sum"`
	Weight float64 `json:"weight"`
}

// Mean is Sum / Weight, NaN where the weight is 0.
func (m Metric) Mean() float64 {
	if m.Weight == 0 {
		return math.NaN()
	}
	return m.Sum / m.Weight
}

// Metrics holds metrics by name. Sums over several batches are exact in what
// they mean: the mean of an epoch is over its words, not over its batches.
type Metrics map[string]Metric

// Add adds to the metric of that name, which need not exist.
func (m Metrics) Add(name string, sum, weight float64) {
	old := m[name]
	m[name] = Metric{Sum: old.Sum + sum, Weight: old.Weight + weight}
}

// Merge adds every metric of other.
func (m Metrics) Merge(other Metrics) {
	for name, o := range other {
		m.Add(name, o.Sum, o.Weight)
	}
}

// Clone returns a copy that shares nothing with m, never nil.
func (m Metrics) Clone() Metrics {
	c := maps.Clone(m)
	if c == nil {
		c = Metrics{}
	}
	return c
}

// nonFinite names the first metric, by name, whose sum or weight is NaN or
// infinite.
func (m Metrics) nonFinite() (string, float64, bool) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		for _, v := range []float64{m[name].Sum, m[name].Weight} {
			if !isFinite(v) {
				return name, v, true
			}
		}
	}
	return "", 0, false
}
