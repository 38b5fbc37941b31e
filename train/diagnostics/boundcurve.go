package diagnostics

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// BoundPoint is the importance-weighted bound of K samples, averaged over the
// items.
type BoundPoint struct {
	K      int     `json:"k"`
	Bound  float64 `json:"bound"`
	StdErr float64 `json:"std_err"` // of Bound, from the samples
	// Bias is Bound less log p(x), measured; BiasErr its standard error.
	Bias    float64 `json:"bias"`
	BiasErr float64 `json:"bias_err"`
	// Predicted is -Var/(2K), Var being the variance of w/p(x): the first term
	// of the bias for large K.
	Predicted float64 `json:"predicted"`
}

// BoundCurve measures the bound for every K of ks, at least 1 and at most half
// the samples of the item that has the fewest: each item's log-weights are cut
// into groups of K.
//
// logEvidence is log p(x) of the items, where it is known. Where it is nil, the
// bound of all samples of the item stands for it, which is too low by about the
// prediction for that number: K should be far below it.
//
// The measured bias has little noise: with r the mean of a group's w/p(x), what
// is averaged is log r - (r - 1), whose second part has mean zero and cancels the
// first's noise to first order.
func BoundCurve(logW [][]float64, logEvidence []float64, ks []int) ([]BoundPoint, error) {
	if len(logW) == 0 {
		return nil, badInput("log-weights", "no item", "at least one")
	}
	if logEvidence != nil && len(logEvidence) != len(logW) {
		return nil, badInput("log evidence", fmt.Sprintf("%d items", len(logEvidence)), len(logW))
	}
	if err := checkFinite("log evidence", logEvidence); err != nil {
		return nil, err
	}
	fewest := len(logW[0])
	for i, item := range logW {
		if err := checkWeights(i, item, 2); err != nil {
			return nil, err
		}
		fewest = min(fewest, len(item))
	}
	points := make([]BoundPoint, len(ks))
	for j, k := range ks {
		if k < 1 || k > fewest/2 {
			return nil, badInput("number of samples", fmt.Sprintf("K = %d", k), fmt.Sprintf("1 to %d, half the samples of an item", fewest/2))
		}
		points[j].K = k
	}
	for i, item := range logW {
		reference := logMeanExp(item)
		if logEvidence != nil {
			reference = logEvidence[i]
		}
		relative := make([]float64, len(item))
		for s, v := range item {
			relative[s] = math.Exp(v - reference)
		}
		_, variance := meanVariance(relative)
		for j := range points {
			points[j].add(item, relative, reference, variance, float64(len(logW)))
		}
	}
	for j := range points {
		points[j].StdErr = math.Sqrt(points[j].StdErr)
		points[j].BiasErr = math.Sqrt(points[j].BiasErr)
	}
	return points, nil
}

// add takes in one of the items; the errors are squares meanwhile.
func (p *BoundPoint) add(logW, relative []float64, reference, variance, items float64) {
	var bounds, biases []float64
	for from := 0; from+p.K <= len(logW); from += p.K {
		bound := logMeanExp(logW[from : from+p.K])
		bounds = append(bounds, bound)
		biases = append(biases, bound-reference-(floats.Sum(relative[from:from+p.K])/float64(p.K)-1))
	}
	mean, spread := meanVariance(bounds)
	bias, biasSpread := meanVariance(biases)
	groups := float64(len(bounds))
	p.Bound += mean / items
	p.StdErr += spread / groups / (items * items)
	p.Bias += bias / items
	p.BiasErr += biasSpread / groups / (items * items)
	p.Predicted -= variance / (2 * float64(p.K)) / items
}

func logMeanExp(logW []float64) float64 {
	return floats.LogSumExp(logW) - math.Log(float64(len(logW)))
}

// meanVariance returns the mean and the unbiased variance of at least two
// numbers.
func meanVariance(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x)-1)
	}
	return mean, variance
}
