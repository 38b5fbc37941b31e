package topic

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"arbelos/graph/dirichlet"
	"arbelos/models/lda"
)

// logDensity is the logarithm of the Dirichlet density of theta = softmax(h) in h,
// without constants: that in theta times the Jacobian, the product of theta.
func logDensity(alpha, h []float64) float64 {
	var sum float64
	for k, p := range naiveSoftmax(h) {
		sum += alpha[k] * math.Log(p)
	}
	return sum
}

// The mean is the mode of the density, and the variances are the diagonal of the
// pseudo-inverse of the negated second derivatives there, which central differences
// give.
func TestLaplaceIsLaplace(t *testing.T) {
	for _, alpha := range [][]float64{{0.3, 0.3, 0.3}, {2, 0.5}, {0.1, 1, 7, 0.4, 2.5}} {
		mean, variance := Laplace(alpha)
		k := len(alpha)
		at := func(i, j int, di, dj float64) float64 {
			h := slices.Clone(mean)
			h[i] += di
			h[j] += dj
			return logDensity(alpha, h)
		}
		const step = 1e-3
		curvature := mat.NewDense(k, k, nil)
		for i := range k {
			near(t, "slope at the mean", (at(i, i, step, 0)-at(i, i, -step, 0))/(2*step), 0, 1e-6)
			for j := range k {
				second := (at(i, j, step, step) - at(i, j, step, -step) - at(i, j, -step, step) + at(i, j, -step, -step)) / (4 * step * step)
				// The density does not change along 1; with 1/K added there the matrix has an
				// inverse, the pseudo-inverse and 1/K.
				curvature.Set(i, j, -second+1/float64(k))
			}
		}
		var inverse mat.Dense
		if err := inverse.Inverse(curvature); err != nil {
			t.Fatal(err)
		}
		for i := range k {
			near(t, "variance", variance[i], inverse.At(i, i)-1/float64(k), 1e-4)
		}
		for i, p := range lda.DirichletMean(alpha) {
			near(t, "softmax of the mean", naiveSoftmax(mean)[i], p, 1e-12)
		}
	}
}

// Under the Dirichlet itself, the logarithms of proportions less their mean have
// moments that are known: digamma stands for log, and trigamma for 1/alpha. The
// approximation is good for large alpha, with an error that falls as 1/alpha.
func TestLaplaceAgainstExactMoments(t *testing.T) {
	for _, scale := range []float64{10, 100, 1000} {
		alpha := []float64{scale, 2 * scale, 3.5 * scale}
		mean, variance := Laplace(alpha)
		psi, tri := make([]float64, 3), make([]float64, 3)
		dirichlet.Digamma(psi, alpha)
		dirichlet.Trigamma(tri, alpha)
		for k := range alpha {
			near(t, "mean", mean[k], psi[k]-(psi[0]+psi[1]+psi[2])/3, 1/scale)
			exact := tri[k]*(1-2.0/3) + (tri[0]+tri[1]+tri[2])/9
			near(t, "variance over the exact one", variance[k]/exact, 1, 1/scale)
		}
	}
}
