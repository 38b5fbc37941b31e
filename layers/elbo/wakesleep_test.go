package elbo

import (
	"math"
	"testing"

	"arbelos/graph"
)

// The wake phase of q: its expected gradient is that of the samples' log q with
// their weights and their probabilities held, and comes closer to the gradient
// of -KL(posterior || q) with every sample more; one sample gives nothing.
func TestWakePosterior(t *testing.T) {
	d := newDiscrete(5, 3, 4, 2)
	posterior := d.posteriors()
	target := differences(d.params(), func() (sum float64) {
		_, logQ := d.tables()
		for z, p := range posterior[0] {
			sum += p * logQ[0][z]
		}
		return sum
	})[2]
	away := math.Inf(1)
	for samples := 1; samples <= 6; samples++ {
		got := d.expected(t, samples, WakePosterior)
		near(t, "gradient in p", concat(got[:2]), make([]float64, 15), 0)

		type drawn struct {
			z      []int
			weight []float64
		}
		var all []drawn
		logP, logQ := d.tables()
		d.tuples(samples, func(z []int, probability float64) {
			t := drawn{z: append([]int{}, z...)}
			var sum float64
			for _, v := range z {
				w := math.Exp(logP[0][v] - logQ[0][v])
				t.weight, sum = append(t.weight, w), sum+w
			}
			for k := range t.weight {
				t.weight[k] *= probability / sum
			}
			all = append(all, t)
		})
		want := differences(d.params(), func() (sum float64) {
			_, logQ := d.tables()
			for _, t := range all {
				for k, v := range t.z {
					sum += t.weight[k] * logQ[0][v]
				}
			}
			return sum
		})[2]
		near(t, "expected gradient", got[2], want, 1e-7)

		var distance float64
		for i, v := range got[2] {
			distance = math.Hypot(distance, v-target[i])
		}
		t.Logf("K = %d: distance %.4f from the gradient of -KL(posterior || q)", samples, distance)
		if !(distance < away) {
			t.Errorf("%d samples: distance %v, with one less %v", samples, distance, away)
		}
		if samples == 1 {
			near(t, "one sample", got[2], make([]float64, 12), 1e-12)
		}
		away = distance
	}
}

// The mean gradient of draws, for the wake phase of q.
func TestWakePosteriorSampled(t *testing.T) {
	d := newDiscrete(5, 3, 4, 2)
	withinFourErrors(t, "wake phase of q", d.sampled(t, 1, 800, 4, WakePosterior), concat(d.expected(t, 4, WakePosterior)))
}

// The sleep phase: its gradient, summed over all x and z that p can dream, is
// that of -E KL(posterior || q) over p's own x.
func TestSleepPosterior(t *testing.T) {
	d := newDiscrete(6, 3, 4, 0, 1, 2, 3)
	logP, _ := d.tables()
	got := make([]float64, 12)
	for x := range logP {
		dream := *d
		dream.items = []int{x}
		for z := range logP[x] {
			n := dream.nodes(graph.Float64)
			grads := gradientsOf(t, SleepPosterior(n.q.LogProb([]int{z})), n.params)
			near(t, "gradient in p", concat(grads[:2]), make([]float64, 15), 0)
			for i, v := range grads[2] {
				got[i] += math.Exp(logP[x][z]) * v
			}
		}
	}
	want := differences(d.params()[2:], func() (sum float64) {
		_, logQ := d.tables()
		for x := range logP {
			evidence := logMeanExp(logP[x]) + math.Log(3)
			for z, p := range logP[x] {
				sum -= math.Exp(p) * (p - evidence - logQ[x][z])
			}
		}
		return sum
	})
	near(t, "expected gradient", got, want[0], 1e-7)
}

// The mean gradient of dreams lies within four standard errors of the exact one.
func TestSleepPosteriorSampled(t *testing.T) {
	d := newDiscrete(6, 3, 4, 0, 1, 2, 3)
	logP, _ := d.tables()
	exact := differences(d.params()[2:], func() (sum float64) {
		_, logQ := d.tables()
		for x := range logP {
			for z, p := range logP[x] {
				sum += math.Exp(p) * logQ[x][z]
			}
		}
		return sum
	})
	var draws [][]float64
	for i := range uint64(800) {
		r := graph.Rand(4, "dreams", i)
		dream := *d
		dream.items = nil
		var z []int
		for range 3 { // dreams of a step
			u, x, v := r.Float64(), 0, 0
			for {
				if u -= math.Exp(logP[x][v]); u < 0 || x == 3 && v == 2 {
					break
				}
				if v++; v == 3 {
					x, v = x+1, 0
				}
			}
			dream.items, z = append(dream.items, x), append(z, v)
		}
		n := dream.nodes(graph.Float64)
		draws = append(draws, gradientsOf(t, SleepPosterior(n.q.LogProb(z)), n.params)[2])
	}
	withinFourErrors(t, "sleep phase", draws, exact[0])
}

// The wake phase of p has no gradient in q, and its value is the bound.
func TestWakeModel(t *testing.T) {
	d := newDiscrete(8, 3, 4, 2, 1)
	z := []int{0, 1, 2, 2, 1, 0}
	n := d.nodes(graph.Float64)
	p, q := Categorical{n.logJoint}.LogProb(z), n.q.LogProb(z)
	near(t, "value", valueOf(t, WakeModel(p, q)), valueOf(t, importanceOfP(p, q)), 1e-14)
	wake := d.gradient(t, WakeModel, z)
	near(t, "gradient in q", wake[2], make([]float64, 12), 0)
	near(t, "gradient in p", concat(wake[:2]), concat(d.gradient(t, importanceOfP, z)[:2]), 1e-14)
}

func TestWakeSleepPanics(t *testing.T) {
	g := graph.New()
	a, b := graph.Input(g, "a", graph.Zero(graph.Float64, 2, 3)), graph.Input(g, "b", graph.Zero(graph.Float64, 2, 2))
	vector, empty := graph.Input(g, "v", graph.Zero(graph.Float64, 2)), graph.Input(g, "e", graph.Zero(graph.Float64, 2, 0))
	for _, f := range []estimator{WakeModel, WakePosterior} {
		mustPanic(t, "other samples", errShape, func() { f(a, b) })
		mustPanic(t, "vectors", errShape, func() { f(vector, vector) })
		mustPanic(t, "no sample", errSamples, func() { f(empty, empty) })
	}
	mustPanic(t, "a vector", errShape, func() { SleepPosterior(vector) })
	mustPanic(t, "no sample", errSamples, func() { SleepPosterior(empty) })
}
