package elbo

import "arbelos/graph"

// MovingAverage is a baseline from the steps before: the average of their f,
// older steps counting Decay times less for each step since. It must be updated
// after the step's gradient is taken and not before: a baseline that has seen
// the sample it belongs to is biased. Its fields are all its state.
type MovingAverage struct {
	Decay float64 `json:"decay"` // in [0, 1); 0 remembers the last step alone
	Sum   float64 `json:"sum"`   // sum over the steps of (1 - Decay) Decay^age times the mean of f
	Power float64 `json:"power"` // 1 - Decay^steps, the weights' sum
}

// Baseline returns the average as a node of f's shape; before the first update
// it is nil, no baseline.
func (m *MovingAverage) Baseline(f *graph.Node) *graph.Node {
	n, k := samplesOf(f)
	if m.Power == 0 {
		return nil
	}
	return graph.Shift(graph.Zeros(f.Graph(), f.Dtype(), n, k), m.Sum/m.Power)
}

// Update takes in the values of a step's f.
func (m *MovingAverage) Update(f []float64) {
	if len(f) == 0 {
		panic(errSamples)
	}
	if !(m.Decay >= 0 && m.Decay < 1) {
		panic(errDecay)
	}
	var mean float64
	for _, v := range f {
		mean += v / float64(len(f))
	}
	m.Sum += (1 - m.Decay) * (mean - m.Sum)
	m.Power += (1 - m.Decay) * (1 - m.Power)
}
