package diagnostics

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Weights says of every item how evenly its importance weights are spread.
type Weights struct {
	// Samples is the number of samples of each item, ESS the number of equal
	// weights that would serve as well, from 1 to Samples.
	Samples []int     `json:"samples"`
	ESS     []float64 `json:"ess"`
	// ParetoK is the shape of the weights' tail; see ParetoK.
	ParetoK []Number `json:"pareto_k"`
}

// NewWeights measures the log-weights of every item.
func NewWeights(logW [][]float64) (*Weights, error) {
	if len(logW) == 0 {
		return nil, badInput("log-weights", "no item", "at least one")
	}
	w := new(Weights)
	for i, item := range logW {
		if err := checkWeights(i, item, leastForTail); err != nil {
			return nil, err
		}
		w.Samples = append(w.Samples, len(item))
		w.ESS = append(w.ESS, effectiveSampleSize(item))
		w.ParetoK = append(w.ParetoK, Number(paretoK(item)))
	}
	return w, nil
}

// EffectiveSampleSize returns (sum w)^2 / sum w^2 of an item's log-weights
// (Kish, 1965): K for equal weights, 1 where one weight is all.
func EffectiveSampleSize(logW []float64) (float64, error) {
	if err := checkWeights(0, logW, 1); err != nil {
		return 0, err
	}
	return effectiveSampleSize(logW), nil
}

func effectiveSampleSize(logW []float64) float64 {
	top := floats.Max(logW)
	var sum, squares float64
	for _, v := range logW {
		w := math.Exp(v - top)
		sum += w
		squares += w * w
	}
	return sum * sum / squares
}
