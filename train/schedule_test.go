package train

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

var paper = Schedule{Epochs: 18, MinEpochs: 8, KLWarmup: 2, Decay: 0.5, MinRate: 0.03}

func TestKLWeight(t *testing.T) {
	for _, c := range []struct {
		warmup        float64
		step, batches int
		want          float64
	}{
		{2, 1, 10, 0.05}, {2, 10, 10, 0.5}, {2, 11, 10, 0.55}, {2, 20, 10, 1}, {2, 21, 10, 1}, {2, 1000, 10, 1},
		{0, 1, 10, 1}, {0.5, 1, 4, 0.5}, {0.5, 2, 4, 1},
	} {
		if got := (Schedule{KLWarmup: c.warmup}).KLWeight(c.step, c.batches); got != c.want {
			t.Errorf("warm-up %v, step %d of %d an epoch: %v, want %v", c.warmup, c.step, c.batches, got, c.want)
		}
	}
}

// follow runs a schedule over validation scores, the first being that of the
// untrained model, and returns the leading rate in each epoch trained.
func follow(s Schedule, rate float64, scores ...float64) (rates []float64, state ScheduleState, reason Reason) {
	state = s.Start()
	for epoch := 0; ; epoch++ {
		if reason, ends := s.Stop(state, epoch, rate); ends {
			return rates, state, reason
		}
		if epoch > 0 {
			rates = append(rates, rate*state.Scale)
		}
		if epoch == len(scores) {
			return rates, state, 0
		}
		s.Validated(&state, epoch, scores[epoch])
	}
}

func TestScheduleRates(t *testing.T) {
	falling := []float64{900, 100, 99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 89, 88, 87, 86, 85, 84, 83}
	ones := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = 1
		}
		return x
	}
	replace := func(epoch int, score float64) []float64 {
		x := append([]float64{}, falling...)
		x[epoch] = score
		return x
	}
	for _, c := range []struct {
		name   string
		s      Schedule
		rate   float64
		scores []float64
		rates  []float64
		reason Reason
	}{
		{"always better", paper, 1, falling, ones(18), EpochsDone},
		{"worse at epoch 8, too early", paper, 1, replace(8, 1000), ones(18), EpochsDone},
		{"worse at epoch 9, latched, rate 0.015625 is below 0.03", paper, 1, replace(9, 1000),
			append(ones(9), 0.5, 0.25, 0.125, 0.0625, 0.03125), RateBelow},
		{"equal is no improvement", paper, 1, replace(9, 93),
			append(ones(9), 0.5, 0.25, 0.125, 0.0625, 0.03125), RateBelow},
		{"worse at epoch 17", paper, 1, replace(17, 1000), append(ones(17), 0.5), EpochsDone},
		{"worse than the untrained model all along", Schedule{Epochs: 5, MinEpochs: 1, Decay: 0.5, MinRate: 0.2}, 1,
			[]float64{1, 2, 2, 2, 2, 2}, []float64{1, 1, 0.5, 0.25}, RateBelow},
		{"a rate below the minimum from the start", Schedule{Epochs: 3, MinEpochs: 3, Decay: 0.5, MinRate: 0.03}, 0.01,
			falling, []float64{0.01, 0.01, 0.01}, EpochsDone},
		{"no epochs", Schedule{}, 1, falling, nil, EpochsDone},
	} {
		rates, _, reason := follow(c.s, c.rate, c.scores...)
		if diff := cmp.Diff(c.rates, rates); diff != "" || reason != c.reason {
			t.Errorf("%s: stopped for %q, want %q; rates (-want +found):\n%s", c.name, reason, c.reason, diff)
		}
	}
}

func TestScheduleBest(t *testing.T) {
	_, state, _ := follow(paper, 1, 50, 40, 45, 40, 39)
	want := ScheduleState{Best: &BestScore{Epoch: 4, Score: 39}, Scale: 1}
	if diff := cmp.Diff(want, state); diff != "" {
		t.Error(diff)
	}
}
