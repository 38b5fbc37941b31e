package elbo

import (
	"testing"

	"pgregory.net/rapid"

	"arbelos/graph"
)

func TestLeaveOneOut(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, k := rapid.IntRange(1, 4).Draw(rt, "n"), rapid.IntRange(2, 5).Draw(rt, "k")
		f := random(rapid.Uint64().Draw(rt, "seed"), "f", 5, n, k)
		x := f.Float64s()
		want := make([]float64, n*k)
		for i := range want {
			row := x[i/k*k : (i/k+1)*k]
			want[i] = (total(row) - x[i]) / float64(k-1)
		}
		near(t, "means of the others", valueOf(t, LeaveOneOut(graph.Input(graph.New(), "f", f))), want, 1e-13)
	})
}

// One sample has no others: there is no baseline, and no division by zero.
func TestLeaveOneOutOfOne(t *testing.T) {
	if got := LeaveOneOut(graph.Input(graph.New(), "f", graph.Zero(graph.Float64, 3, 1))); got != nil {
		t.Errorf("found the baseline %v, want none", got)
	}
	mustPanic(t, "no sample", errSamples, func() { LeaveOneOut(graph.Input(graph.New(), "f", graph.Zero(graph.Float64, 3, 0))) })
}

// The leave-one-out baseline lowers the variance of q's gradient, on both
// models.
func TestLeaveOneOutVariance(t *testing.T) {
	const draws, samples = 600, 4
	d, l := newDiscrete(7, 3, 4, 1), newLinearGaussian(4, 1, 3)
	compare := func(model string, fromQ int, without, with [][]float64) {
		t.Helper()
		_, a := moments(without)
		_, b := moments(with)
		t.Logf("%s, K = %d: total variance of the gradient in q %.4g without a baseline, %.4g with leave-one-out",
			model, samples, total(a[fromQ:]), total(b[fromQ:]))
		if !(total(b[fromQ:]) < total(a[fromQ:])/2) {
			t.Errorf("%s: variance %.4g with the baseline, %.4g without", model, total(b[fromQ:]), total(a[fromQ:]))
		}
	}
	compare("discrete", 3+12, d.sampled(t, 1, draws, samples, noBaseline), d.sampled(t, 1, draws, samples, leaveOneOut))
	compare("linear-Gaussian", 3+3+1, l.sampled(t, 1, draws, samples, ofSamples(noBaseline)), l.sampled(t, 1, draws, samples, ofSamples(leaveOneOut)))
}
