package diagnostics

import (
	"math"
	"testing"
)

// relativeVariance is that of gaussianWeights around its mean: E w^2 - 1 under
// z ~ N(m, s^2), a Gaussian integral, finite for s^2 > 1/2.
func relativeVariance(m, s float64) float64 {
	// w^2 q has the exponent -z^2 + (z-m)^2/(2 s^2).
	a := 1 - 1/(2*s*s)
	return s/math.Sqrt(2*a)*math.Exp(m*m/(2*s*s)+m*m/(4*s*s*s*s*a)) - 1
}

// The bound of K samples rises with K to the log evidence; at K = 64 the
// measured bias agrees with -Var/(2K), in the weights' own variance and in the
// exact one, whether or not the evidence is told.
func TestBoundCurve(t *testing.T) {
	const samples = 400000
	items := []struct{ mean, sd, logEvidence float64 }{{0.5, 0.95, -3}, {-0.3, 1.2, 12}, {0.6, 1, -800}}
	var logW [][]float64
	var evidence []float64
	var variance, mean float64
	for i, c := range items {
		logW = append(logW, gaussianWeights(testRand(5, uint64(i)), samples, c.mean, c.sd, c.logEvidence))
		evidence = append(evidence, c.logEvidence)
		variance += relativeVariance(c.mean, c.sd) / float64(len(items))
		mean += c.logEvidence / float64(len(items))
	}
	ks := []int{1, 2, 4, 16, 64, 256}
	for name, known := range map[string][]float64{"known": evidence, "estimated": nil} {
		points, err := BoundCurve(logW, known, ks)
		if err != nil {
			t.Fatal(err)
		}
		before := math.Inf(-1)
		for i, p := range points {
			t.Logf("evidence %s, K = %3d: bound %.5f (%.5f), bias %.6f (%.6f), predicted %.6f", name, p.K, p.Bound, p.StdErr, p.Bias, p.BiasErr, p.Predicted)
			if p.K != ks[i] || !(p.Bound > before) {
				t.Errorf("bound %v for K = %d, %v before", p.Bound, p.K, before)
			}
			before = p.Bound
			if !(math.Abs(p.Bound-mean-p.Bias) < 5*(p.StdErr+p.BiasErr)) {
				t.Errorf("K = %d: the bound lies %v from the evidence, the bias is %v", p.K, p.Bound-mean, p.Bias)
			}
			near(t, "predicted bias times K", p.Predicted*float64(p.K), -variance/2, 0.02)
		}
		at64 := points[4]
		near(t, "bias over prediction, K = 64", at64.Bias/at64.Predicted, 1, 0.05)
		if !(at64.BiasErr < 0.02*math.Abs(at64.Bias)) {
			t.Errorf("K = 64: the bias %v is known to %v only", at64.Bias, at64.BiasErr)
		}
	}
}

// One sample's bias is minus the divergence of q from the posterior, in closed
// form here; its error is honest.
func TestBoundCurveOneSample(t *testing.T) {
	const m, s = 0.5, 0.9
	points, err := BoundCurve([][]float64{gaussianWeights(testRand(6), 50000, m, s, 2)}, []float64{2}, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	kl := 0.5 * (s*s + m*m - 1 - 2*math.Log(s))
	if p := points[0]; !(math.Abs(p.Bias+kl) < 4*p.BiasErr) || !(math.Abs(p.Bound-2+kl) < 4*p.StdErr) {
		t.Errorf("bias %v (%v), bound %v (%v), want a divergence of %v", p.Bias, p.BiasErr, p.Bound, p.StdErr, kl)
	}
}

func TestBoundCurveErrors(t *testing.T) {
	logW := [][]float64{make([]float64, 10), make([]float64, 8)}
	for _, k := range []int{0, -1, 5} {
		_, err := BoundCurve(logW, nil, []int{1, k})
		mustFail(t, "number of samples", err, "K = ", "1 to 4")
	}
	_, err := BoundCurve(nil, nil, []int{1})
	mustFail(t, "no item", err, "no item")
	_, err = BoundCurve(logW, []float64{1}, []int{1})
	mustFail(t, "evidence of fewer items", err, "1 items", "2")
	_, err = BoundCurve(logW, []float64{1, nan}, []int{1})
	mustFail(t, "evidence NaN", err, "element 1", "NaN")
	_, err = BoundCurve([][]float64{logW[0], {1, nan, 2}}, nil, []int{1})
	mustFail(t, "NaN", err, "item 1, sample 1", "NaN")
	_, err = BoundCurve([][]float64{{1}}, nil, []int{1})
	mustFail(t, "one sample", err, "1 samples", "at least 2")
}
