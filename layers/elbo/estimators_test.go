package elbo

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gorgonia.org/tensor"

	"arbelos/graph"
)

func noBaseline(logP, logQ *graph.Node) *graph.Node {
	return ScoreFunction(graph.Sub(logP, logQ), logQ, nil)
}

func leaveOneOut(logP, logQ *graph.Node) *graph.Node {
	f := graph.Sub(logP, logQ)
	return ScoreFunction(f, logQ, LeaveOneOut(f))
}

func movingAverage(logP, logQ *graph.Node) *graph.Node {
	m := MovingAverage{Decay: 0.9}
	m.Update([]float64{-2.5, -1.5})
	m.Update([]float64{-2})
	f := graph.Sub(logP, logQ)
	return ScoreFunction(f, logQ, m.Baseline(f))
}

func importanceOfP(logP, logQ *graph.Node) *graph.Node {
	return Mean(ImportanceWeighted(graph.Sub(logP, logQ)))
}

func vimco(logP, logQ *graph.Node) *graph.Node { return VIMCO(graph.Sub(logP, logQ), logQ) }

// estimators are those of samples as they are. Their gradients are unbiased for
// the evidence lower bound or the importance-weighted one, in p's parameters and,
// where q is set, in q's.
var estimators = []struct {
	name     string
	build    estimator
	weighted bool
	q        bool
}{
	{"score function without baseline", noBaseline, false, true},
	{"score function, leave-one-out", leaveOneOut, false, true},
	{"score function, moving average", movingAverage, false, true},
	{"importance-weighted, of p", importanceOfP, true, false},
	{"VIMCO", vimco, true, true},
	{"wake phase of p", WakeModel, true, false},
}

// The expectation of each estimator's gradient, summed over all samples that can
// be drawn, is the gradient of the bound that it is an estimator of.
func TestExpectedGradientDiscrete(t *testing.T) {
	for _, e := range estimators {
		for _, c := range []struct {
			samples int
			items   []int
		}{{1, []int{0, 2}}, {2, []int{3, 1}}, {4, []int{2}}} {
			t.Run(fmt.Sprintf("%s, %d samples", e.name, c.samples), func(t *testing.T) {
				d := newDiscrete(uint64(c.samples), 3, 4, c.items...)
				want := differences(d.params(), func() float64 {
					if e.weighted {
						return d.importanceBound(c.samples)
					}
					return d.bound()
				})
				got := d.expected(t, c.samples, e.build)
				for i, name := range []string{"prior", "words", "guide"} {
					if i < 2 || e.q {
						near(t, name, got[i], want[i], 1e-7)
					}
				}
			})
		}
	}
}

// The mean gradient of drawn samples lies within four standard errors of the
// exact one.
func TestMeanGradientDiscrete(t *testing.T) {
	const draws, samples = 600, 4
	d := newDiscrete(7, 3, 4, 1, 3)
	bound := differences(d.params(), d.bound)
	weighted := differences(d.params(), func() float64 { return d.importanceBound(samples) })
	for i, e := range estimators {
		exact := bound
		if e.weighted {
			exact = weighted
		}
		got, want := d.sampled(t, uint64(i), draws, samples, e.build), concat(exact)
		if !e.q {
			want = concat(exact[:2])
		}
		withinFourErrors(t, e.name, got, want)
	}
}

// The same on the linear-Gaussian model, with the reparameterised estimators.
func TestMeanGradientLinearGaussian(t *testing.T) {
	const draws, samples = 600, 2
	l := newLinearGaussian(4, 2, 3)
	bound := differences(l.params(), l.bound)
	weighted := differences(l.params(), func() float64 { return l.importanceBound(50) })
	type named struct {
		name        string
		build       gaussianEstimator
		weighted, q bool
	}
	all := []named{
		{"reparameterised", meanOf(reparameterised), false, true},
		{"importance-weighted, pathwise", meanOf(pathwise), true, true},
		{"doubly reparameterised", meanOf(doubly), true, true},
	}
	for _, e := range estimators {
		all = append(all, named{e.name, ofSamples(e.build), e.weighted, e.q})
	}
	for i, e := range all {
		exact := bound
		if e.weighted {
			exact = weighted
		}
		want := concat(exact)
		if !e.q {
			want = concat(exact[:3])
		}
		withinFourErrors(t, e.name, l.sampled(t, uint64(i), draws, samples, e.build), want)
	}
}

// Float32 agrees with float64 in every estimator's value and gradient.
func TestEstimatorsFloat32(t *testing.T) {
	d := newDiscrete(2, 3, 4, 0, 3, 1)
	z := d.draw(graph.Rand(1, "float32"), 5)
	all := map[string]estimator{"wake phase of q": WakePosterior, "sleep phase": func(_, logQ *graph.Node) *graph.Node { return SleepPosterior(logQ) }}
	for _, e := range estimators {
		all[e.name] = e.build
	}
	for name, e := range all {
		t.Run(name, func(t *testing.T) {
			var results [2][][]float64
			for i, dt := range []tensor.Dtype{graph.Float64, graph.Float32} {
				n := d.nodes(dt)
				cost := e(Categorical{n.logJoint}.LogProb(z), n.q.LogProb(z))
				results[i] = append(gradientsOf(t, cost, n.params), valueOf(t, cost))
			}
			if diff := cmp.Diff(results[0], results[1], cmpopts.EquateApprox(1e-4, 1e-5)); diff != "" {
				t.Errorf("(-float64 +float32):\n%s", diff)
			}
		})
	}
}
