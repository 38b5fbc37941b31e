package diagnostics

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestEffectiveSampleSize(t *testing.T) {
	for _, c := range []struct {
		logW []float64
		want float64
	}{
		{[]float64{-3, -3, -3, -3}, 4},
		{[]float64{5000, 5000}, 2},
		{[]float64{0, -inf, -inf}, 1},
		{[]float64{-4000, 0}, 1},
		{[]float64{0, math.Log(3)}, 16. / 10},
		{[]float64{7}, 1},
	} {
		got, err := EffectiveSampleSize(c.logW)
		if err != nil {
			t.Error(err)
		}
		near(t, "effective sample size", got, c.want, 1e-12)
	}
}

// It lies between 1 and the number of samples, whatever the weights' scale.
func TestEffectiveSampleSizeRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logW := rapid.SliceOfN(rapid.Float64Range(-700, 700), 1, 20).Draw(t, "weights")
		got, err := EffectiveSampleSize(logW)
		if err != nil || !(got >= 1-1e-12 && got <= float64(len(logW))*(1+1e-12)) {
			t.Errorf("found %v of %d samples, %v", got, len(logW), err)
		}
	})
}

func TestNewWeights(t *testing.T) {
	items := [][]float64{gaussianWeights(testRand(1), 400, 0.2, 0.9, -5), gaussianWeights(testRand(2), 300, 1, 0.5, 3)}
	w, err := NewWeights(items)
	if err != nil {
		t.Fatal(err)
	}
	for i, item := range items {
		ess, _ := EffectiveSampleSize(item)
		k, _ := ParetoK(item)
		if w.Samples[i] != len(item) || w.ESS[i] != ess || float64(w.ParetoK[i]) != k {
			t.Errorf("item %d: found %d, %v, %v; want %d, %v, %v", i, w.Samples[i], w.ESS[i], w.ParetoK[i], len(item), ess, k)
		}
	}
}

func TestWeightsErrors(t *testing.T) {
	good := gaussianWeights(testRand(3), 30, 0, 0.9, 0)
	bad := append([]float64{}, good...)
	bad[7] = nan
	_, err := NewWeights(nil)
	mustFail(t, "no item", err, "no item")
	_, err = NewWeights([][]float64{good, bad})
	mustFail(t, "NaN", err, "item 1, sample 7", "NaN")
	_, err = NewWeights([][]float64{good[:24]})
	mustFail(t, "too few samples for a tail", err, "item 0", "24", "25")
	_, err = EffectiveSampleSize(nil)
	mustFail(t, "no sample", err, "0 samples")
	_, err = EffectiveSampleSize([]float64{-inf, -inf})
	mustFail(t, "all weights zero", err, "-Inf in all samples")
	_, err = EffectiveSampleSize([]float64{0, inf})
	mustFail(t, "an infinite weight", err, "sample 1", "+Inf")
}
