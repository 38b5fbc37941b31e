package diagnostics

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// quantile of the generalized Pareto distribution.
func quantile(u, k, sigma float64) float64 {
	if k == 0 {
		return -sigma * math.Log1p(-u)
	}
	return sigma * (math.Pow(1-u, -k) - 1) / k
}

// The fit finds shape and scale of values that lie at the distribution's own
// quantiles.
func TestFitParetoQuantiles(t *testing.T) {
	const n = 4000
	for _, want := range []float64{-0.4, 0, 0.2, 0.5, 0.7, 1, 1.5} {
		for _, sigma := range []float64{1e-6, 1, 300} {
			x := make([]float64, n)
			for i := range x {
				x[i] = quantile((float64(i)+0.5)/n, want, sigma)
			}
			k, s := FitPareto(x)
			near(t, fmt.Sprintf("shape, of %v and scale %v", want, sigma), k, want, 0.015)
			near(t, fmt.Sprintf("scale over %v, of shape %v", sigma, want), s/sigma, 1, 0.015)
		}
	}
}

// Over samples of the distribution the fit has little bias and about the
// variance of the best possible one, (1+k)^2/n.
func TestFitParetoSamples(t *testing.T) {
	const n, samples = 500, 400
	for i, want := range []float64{0, 0.3, 0.7, 1.2} {
		var fitted []float64
		for s := range uint64(samples) {
			r := testRand(uint64(i), s)
			x := make([]float64, n)
			for j := range x {
				x[j] = quantile(r.Float64(), want, 2)
			}
			slices.Sort(x)
			k, _ := FitPareto(x)
			fitted = append(fitted, k)
		}
		mean, variance := meanVariance(fitted)
		t.Logf("shape %v: mean %.4f, standard deviation %.4f, the best possible %.4f", want, mean, math.Sqrt(variance), (1+want)/math.Sqrt(n))
		near(t, "mean shape", mean, want, 0.01)
		near(t, "deviation over the best possible", math.Sqrt(variance)*math.Sqrt(n)/(1+want), 1, 0.1)
	}
}

// Weights whose tail is known. For z ~ Exp(b) and the target Exp(a), a < b, the
// weights are Pareto: k = (b-a)/b throughout. For z ~ N(0, s^2) and the target
// N(0, 1), k = 1 - s^2 in the far tail, and above 1 the weights are bounded.
func TestParetoK(t *testing.T) {
	const n = 20000
	for i, want := range []float64{0.1, 0.3, 0.5, 0.7, 0.9} {
		r := testRand(7, uint64(i))
		logW := make([]float64, n)
		for j := range logW {
			logW[j] = want * r.ExpFloat64() // b = 1, a = 1 - want; the constant is of no account
		}
		k, err := ParetoK(logW)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("exponential, k %v: found %.3f", want, k)
		if !(math.Abs(k-want) < 4*(1+want)/math.Sqrt(3*math.Sqrt(n))) {
			t.Errorf("exponential weights of shape %v: found %v", want, k)
		}
		for j := range logW {
			logW[j] += 3000
		}
		if shifted, _ := ParetoK(logW); math.Abs(shifted-k) > 1e-8 {
			t.Errorf("weights e^3000 times as large have the shape %v, not %v", shifted, k)
		}
	}
	for _, c := range []struct{ sd, low, high float64 }{{0.4, 0.6, 1.2}, {0.8, 0.2, 0.6}, {1.5, -2, 0.2}} {
		k, err := ParetoK(gaussianWeights(testRand(8), n, 0, c.sd, -40))
		t.Logf("normal, s = %v: found %.3f, in the far tail %.3f", c.sd, k, 1-c.sd*c.sd)
		if err != nil || !(k > c.low && k < c.high) {
			t.Errorf("normal weights, s = %v: found %v, %v, expected %v to %v", c.sd, k, err, c.low, c.high)
		}
	}
}

// Few observations are drawn towards 1/2 by the prior.
func TestParetoKPrior(t *testing.T) {
	logW := make([]float64, 25)
	for i := range logW {
		logW[i] = 2 * -math.Log1p(-(float64(i)+0.5)/25)
	}
	k, err := ParetoK(logW)
	x := make([]float64, 5)
	for i := range x {
		x[i] = math.Exp(logW[20+i]) - math.Exp(logW[19])
	}
	raw, _ := FitPareto(x)
	if err != nil {
		t.Error(err)
	}
	near(t, "shape of five values", k, (5*raw+5)/15, 1e-10)
}

// Equal weights have no tail; weights too many of which are equal cannot be told.
func TestParetoKTies(t *testing.T) {
	logW := slices.Repeat([]float64{-3}, 100)
	if k, err := ParetoK(logW); err != nil || !math.IsInf(k, -1) {
		t.Errorf("equal weights: found %v, %v", k, err)
	}
	for i := range 4 {
		logW[i*9] += float64(i + 1)
	}
	if k, err := ParetoK(logW); err != nil || !math.IsInf(k, 1) {
		t.Errorf("four weights above the others: found %v, %v", k, err)
	}
	logW[99] += 5
	if k, err := ParetoK(logW); err != nil || math.IsInf(k, 0) || math.IsNaN(k) {
		t.Errorf("five weights above the others: found %v, %v", k, err)
	}
}

func TestParetoKErrors(t *testing.T) {
	_, err := ParetoK(make([]float64, 24))
	mustFail(t, "too few samples", err, "24 samples", "at least 25")
	logW := make([]float64, 30)
	logW[3] = nan
	_, err = ParetoK(logW)
	mustFail(t, "NaN", err, "sample 3", "NaN")
}
