package elbo

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbelos/graph"
)

// The baseline is the weighted mean of the steps' means, the weights falling
// with age.
func TestMovingAverage(t *testing.T) {
	m := MovingAverage{Decay: 0.75}
	f := graph.Input(graph.New(), "f", graph.Zero(graph.Float32, 2, 3))
	if m.Baseline(f) != nil {
		t.Error("there is a baseline before the first step")
	}
	steps := [][]float64{{1, 3}, {8}, {-2, 0, 5}}
	for i, s := range steps {
		m.Update(s)
		var sum, weights float64
		for j, earlier := range steps[:i+1] {
			w := 1.0
			for range i - j {
				w *= 0.75
			}
			sum += w * total(earlier) / float64(len(earlier))
			weights += w
		}
		want := make([]float64, 6)
		for j := range want {
			want[j] = sum / weights
		}
		near(t, "baseline", valueOf(t, m.Baseline(f)), want, 1e-6)
	}
	saved, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var again MovingAverage
	if err := json.Unmarshal(saved, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m, again); diff != "" {
		t.Errorf("saved and read again (-before +after):\n%s", diff)
	}
}

func TestMovingAveragePanics(t *testing.T) {
	mustPanic(t, "no sample", errSamples, func() { new(MovingAverage).Update(nil) })
	for _, decay := range []float64{-0.1, 1, math.NaN()} {
		mustPanic(t, "a decay that is none", errDecay, func() { (&MovingAverage{Decay: decay}).Update([]float64{1}) })
	}
	mustPanic(t, "a vector", errShape, func() {
		new(MovingAverage).Baseline(graph.Input(graph.New(), "f", graph.Zero(graph.Float64, 2)))
	})
}

// A moving average lowers the variance of q's gradient for a single sample,
// which has no others.
func TestMovingAverageVariance(t *testing.T) {
	d := newDiscrete(7, 3, 4, 1)
	_, without := moments(d.sampled(t, 1, 600, 1, noBaseline))
	_, with := moments(d.sampled(t, 1, 600, 1, movingAverage))
	t.Logf("total variance of the gradient in q, one sample: %.4g without a baseline, %.4g with a moving average", total(without[15:]), total(with[15:]))
	if !(total(with[15:]) < total(without[15:])) {
		t.Errorf("variance %.4g with the baseline, %.4g without", total(with[15:]), total(without[15:]))
	}
}
