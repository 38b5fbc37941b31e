package vae

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// MaximumEvidence returns the highest mean log p(x) that probabilistic PCA with so
// many latent dimensions has on items x, in nats an item:
//
//	-1/2 (D log 2 pi + sum_{l<L} log lambda_l + (D - L) log s + D)
//
// where lambda are the eigenvalues of the items' covariance, largest first, and s is
// the mean of those after the first L (Tipping and Bishop, 1999).
func (m *Model) MaximumEvidence(x [][]float64) (float64, error) {
	if _, ok := m.p.(*linearGaussian); !ok {
		return 0, ErrNotKnown
	}
	if _, err := m.flatten(x); err != nil {
		return 0, err
	}
	values, err := spectrum(x)
	if err != nil {
		return 0, err
	}
	d, l := len(values), min(m.Latent, len(values)-1)
	sum := float64(d) * (math.Log(2*math.Pi) + 1)
	for _, v := range values[:l] {
		sum += math.Log(v)
	}
	return -0.5 * (sum + float64(d-l)*math.Log(mean(values[l:]))), nil
}

// spectrum returns the eigenvalues of the covariance of the items, largest first.
func spectrum(x [][]float64) ([]float64, error) {
	data := mat.NewDense(len(x), len(x[0]), nil)
	for i, row := range x {
		data.SetRow(i, row)
	}
	var covariance mat.SymDense
	stat.CovarianceMatrix(&covariance, data, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(&covariance, false) {
		return nil, fmt.Errorf("%w: covariance of the items", ErrValues)
	}
	values := eigen.Values(nil)
	slices.Reverse(values)
	for i := range values {
		values[i] *= float64(len(x)-1) / float64(len(x)) // the maximum is that of the biased covariance
	}
	return values, nil
}
