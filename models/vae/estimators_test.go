package vae

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// closedELBO is the evidence lower bound of a Linear model, the mean over the items:
// log p(x) - KL(q || p(z|x)), both exact.
func closedELBO(t *testing.T, m *Model, x [][]float64) (sum float64) {
	logs, err := m.Evidence(x)
	if err != nil {
		t.Fatal(err)
	}
	post, err := m.Posterior(x)
	if err != nil {
		t.Fatal(err)
	}
	cov := mat.NewSymDense(m.Latent, nil)
	for i, row := range post.Covariance {
		for j, v := range row {
			cov.SetSym(i, j, v)
		}
	}
	var chol mat.Cholesky
	var precision mat.SymDense
	if !chol.Factorize(cov) {
		t.Fatal("no covariance")
	}
	if err := chol.InverseTo(&precision); err != nil {
		t.Fatal(err)
	}
	for i, row := range x {
		mu, logVar := naivePosterior(m, row)
		twice := chol.LogDet() - float64(m.Latent)
		for d := range mu {
			twice += precision.At(d, d)*math.Exp(logVar[d]) - logVar[d]
			for k := range mu {
				twice += (mu[d] - post.Mean[i][d]) * precision.At(d, k) * (mu[k] - post.Mean[i][k])
			}
		}
		sum += (logs[i] - twice/2) / float64(len(x))
	}
	return sum
}

// The mean gradients of a Linear model's estimators are the exact gradients of its
// bound, in every parameter of p and q: those of the evidence lower bound by central
// differences of its closed form. The doubly reparameterised gradient's mean is the
// pathwise one's.
func TestEstimatorsUnbiased(t *testing.T) {
	cfg := smallConfig(Linear)
	cfg.Hidden = nil
	m, x := newModel(t, cfg, 3), itemsOf(1, cfg, 3)
	elbo := func() float64 { return closedELBO(t, m, x) }
	exact := differences(m, GroupP, elbo)
	for i, g := range differences(m, GroupQ, elbo) {
		if m.Params()[i].Group == GroupQ {
			exact[i] = g
		}
	}
	const draws = 300
	moments := func(o Options) (mean, variance [][]float64) {
		mean, variance = differences(m, "", nil), differences(m, "", nil) // zeros
		for step := range uint64(draws) {
			for i, g := range gradients(m, mustStep(t, m, x, o.with(3, step))) {
				for j, v := range g {
					d := v - mean[i][j]
					mean[i][j] += d / float64(step+1)
					variance[i][j] += d * (v - mean[i][j]) / (draws - 1)
				}
			}
		}
		return mean, variance
	}
	check := func(what string, mean, variance, want, wantVariance [][]float64) {
		for i, p := range m.Params() {
			for j := range mean[i] {
				se := math.Sqrt((variance[i][j] + wantVariance[i][j]) / draws)
				if p.Group != GroupBaseline && math.Abs(mean[i][j]-want[i][j]) > 4*se+1e-9 {
					t.Errorf("%s, %s[%d]: mean gradient %.5f, want %.5f, standard error %.5f", what, p.Name, j, mean[i][j], want[i][j], se)
				}
			}
		}
	}
	zero := differences(m, "", nil)
	m.baselineSum.Value.Float64s()[0], m.baselinePower.Value.Float64s()[0] = -4, 0.9
	for _, o := range []Options{
		{Estimator: ELBO}, {Estimator: ELBO, SampledKL: true},
		{Estimator: Score, Baseline: NoBaseline}, {Estimator: Score, Baseline: LeaveOneOut}, {Estimator: Score, Baseline: MovingAverage},
	} {
		o.KLWeight = 1
		mean, variance := moments(o)
		check(fmt.Sprint(o.Estimator, " ", o.Baseline), mean, variance, exact, zero)
	}
	path, pathVariance := moments(Options{Estimator: IWAE, KLWeight: 1})
	mean, variance := moments(Options{Estimator: DReG, KLWeight: 1})
	check("dreg", mean, variance, path, pathVariance)
}
