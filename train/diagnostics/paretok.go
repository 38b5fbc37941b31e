package diagnostics

import (
	"math"
	"slices"
)

// leastForTail is the number of samples whose largest fifth is five.
const leastForTail = 25

// ParetoK estimates the shape k of the generalized Pareto distribution that the
// tail of an item's importance weights follows, from at least 25 log-weights
// (Vehtari, Simpson, Gelman, Yao and Gabry, JMLR 2024). The tail is the largest
// min(S/5, 3 sqrt S) of S weights. Moments of the weights of order 1/k and above
// do not exist: below 0.5 the variance is finite; above 0.7 averages of the
// weights, and with them the importance-weighted bound, are not to be relied on
// with any practical number of samples.
//
// Equal weights have no tail and give -Inf. Where fewer than five weights differ
// from the tail's least, as happens to discrete z, nothing can be fitted and the
// result is +Inf.
func ParetoK(logW []float64) (float64, error) {
	if err := checkWeights(0, logW, leastForTail); err != nil {
		return 0, err
	}
	return paretoK(logW), nil
}

func paretoK(logW []float64) float64 {
	x := slices.Clone(logW)
	slices.Sort(x)
	n := len(x)
	top := x[n-1]
	if x[0] == top {
		return math.Inf(-1)
	}
	tail := int(math.Ceil(min(0.2*float64(n), 3*math.Sqrt(float64(n)))))
	cut := math.Exp(x[n-tail-1] - top)
	var above []float64
	for _, v := range x[n-tail:] {
		if e := math.Exp(v-top) - cut; e > 0 {
			above = append(above, e)
		}
	}
	if len(above) < 5 {
		return math.Inf(1)
	}
	k, _ := FitPareto(above)
	// Ten observations of k = 1/2, the prior that the paper puts on k.
	m := float64(len(above))
	return (k*m + 10*0.5) / (m + 10)
}

// FitPareto estimates the shape k and the scale sigma of a generalized Pareto
// distribution from values above 0, in rising order (Zhang and Stephens,
// Technometrics 2009). With theta = k/sigma the likelihood at its best sigma is
// a function of theta alone; theta is averaged under it over a grid that is
// denser towards the values' upper end.
func FitPareto(x []float64) (k, sigma float64) {
	n := float64(len(x))
	points := 30 + int(math.Sqrt(n))
	quartile := x[int(n/4+0.5)-1]
	// theta in the paper's sign: 1 - theta x is positive for all x.
	theta, logL := make([]float64, points), make([]float64, points)
	for j := range theta {
		theta[j] = 1/x[len(x)-1] + (1-math.Sqrt(float64(points)/(float64(j)+0.5)))/(3*quartile)
		shape := meanLog1p(-theta[j], x)
		logL[j] = n * (math.Log(-theta[j]/shape) - shape - 1)
	}
	top := slices.Max(logL)
	var sum, best float64
	for j, l := range logL {
		w := math.Exp(l - top)
		sum += w
		best += w * theta[j]
	}
	best /= sum
	k = meanLog1p(-best, x)
	return k, -k / best
}

// meanLog1p is the shape that goes with theta.
func meanLog1p(theta float64, x []float64) (mean float64) {
	for _, v := range x {
		mean += math.Log1p(theta*v) / float64(len(x))
	}
	return mean
}
