package vae

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbelos/graph"
)

// Figures of items are those of the plain model.
func TestEvaluate(t *testing.T) {
	for _, l := range likelihoods {
		cfg := smallConfig(l)
		m, x := newModel(t, cfg, 3), itemsOf(1, cfg, 3)
		e, err := m.Evaluate(x, 7, Key{Seed: 4, Step: 2})
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range x {
			r := graph.Rand(4, "evaluation", 2, uint64(i))
			mu, logVar := naivePosterior(m, row)
			var reconstruction, kl float64
			for d := range mu {
				near(t, "mean", e.Mean[i][d], mu[d], 1e-12)
				near(t, "log variance", e.LogVar[i][d], logVar[d], 1e-12)
				want := 0.5 * (math.Exp(logVar[d]) + mu[d]*mu[d] - 1 - logVar[d])
				near(t, "KL", e.KL[i][d], want, 1e-11)
				kl += want
			}
			for k := range 7 {
				z := make([]float64, len(mu))
				for d := range z {
					z[d] = mu[d] + math.Exp(logVar[d]/2)*r.NormFloat64()
				}
				likelihood := naiveLikelihood(m, row, z)
				reconstruction += likelihood / 7
				logW := likelihood + naiveLogNormal(z, make([]float64, len(z)), make([]float64, len(z))) - naiveLogNormal(z, mu, logVar)
				near(t, "log-weight", e.LogWeights[i][k], logW, 1e-11)
			}
			near(t, "reconstruction", e.Reconstruction[i], reconstruction, 1e-11)
			near(t, "ELBO", e.ELBO[i], reconstruction-kl, 1e-11)
			near(t, "bound", e.Bound[i], LogMeanExp(e.LogWeights[i]), 1e-12)
		}
	}
}

// An item's figures do not depend on how many items are evaluated at once, nor on
// where blocks begin.
func TestEvaluateBlocks(t *testing.T) {
	cfg := smallConfig(Bernoulli)
	m, x := newModel(t, cfg, 3), itemsOf(1, cfg, 30)
	const samples = blockRows / 4 // so that blocks have four items
	all, err := m.Evaluate(x, samples, Key{})
	if err != nil {
		t.Fatal(err)
	}
	few, err := m.Evaluate(x[:3], samples, Key{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(few.LogWeights, all.LogWeights[:3]); diff != "" {
		t.Error(diff)
	}
	again, err := m.Evaluate(x, samples, Key{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(all.Bound, again.Bound) || len(all.Bound) != 30 {
		t.Error("the same evaluation gives other bits")
	}
	if slices.Equal(all.LogWeights[0], all.LogWeights[1]) {
		t.Error("two items have the same samples")
	}
}

func TestLogMeanExp(t *testing.T) {
	inf := math.Inf(-1)
	for _, c := range []struct {
		x    []float64
		want float64
	}{
		{[]float64{2}, 2}, {[]float64{0, math.Log(3)}, math.Log(2)}, {[]float64{-2000, -2000}, -2000},
		{[]float64{inf, 0}, -math.Ln2}, {[]float64{inf, inf}, inf}, {[]float64{math.NaN(), 0}, math.NaN()},
	} {
		got := LogMeanExp(c.x)
		if got != c.want && !(math.Abs(got-c.want) < 1e-12) && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("of %v: found %v, want %v", c.x, got, c.want)
		}
	}
}
