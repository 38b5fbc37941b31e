package topic

import "math"

// Laplace returns the mean and the variances [K] of the Gaussian that approximates the
// Dirichlet distribution with parameters alpha in the softmax basis, where theta =
// softmax(h) and the density's mode is not at a corner (MacKay, Machine Learning 1998;
// Srivastava and Sutton, ICLR 2017, equation 2):
//
//	mean_k = log alpha_k - 1/K sum_l log alpha_l
//	var_k = (1 - 2/K) / alpha_k + 1/K^2 sum_l 1/alpha_l
//
// The softmax of the mean is the Dirichlet's mean. Covariances are left out.
func Laplace(alpha []float64) (mean, variance []float64) {
	k := float64(len(alpha))
	var logs, inverses float64
	for _, a := range alpha {
		logs += math.Log(a)
		inverses += 1 / a
	}
	for _, a := range alpha {
		mean = append(mean, math.Log(a)-logs/k)
		variance = append(variance, (1-2/k)/a+inverses/(k*k))
	}
	return mean, variance
}
