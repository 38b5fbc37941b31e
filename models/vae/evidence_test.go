package vae

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"pgregory.net/rapid"
)

// joint is the covariance of x and z, and the mean of x, of a Linear model.
func joint(m *Model) (cxx, cxz *mat.Dense, b []float64) {
	f := m.p.(*linearGaussian)
	w := mat.NewDense(m.Data, m.Latent, f.net.Weight.Value.Float64s())
	cxx = new(mat.Dense)
	cxx.Mul(w, w.T())
	for i := range m.Data {
		cxx.Set(i, i, cxx.At(i, i)+math.Exp(f.logVar.Value.Float64s()[0]))
	}
	return cxx, w, f.net.Bias.Value.Float64s()
}

// The evidence is the density of N(b, W W^T + s I), and the posterior that of the
// conditional Gaussian, by the covariance of x itself.
func TestEvidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := smallConfig(Linear)
		cfg.Data, cfg.Latent = rapid.IntRange(1, 5).Draw(t, "data"), rapid.IntRange(1, 5).Draw(t, "latent")
		m, x := newModel(t, cfg, rapid.Uint64().Draw(t, "seed")), itemsOf(rapid.Uint64().Draw(t, "items"), cfg, 3)
		logs, err := m.Evidence(x)
		if err != nil {
			t.Fatal(err)
		}
		post, err := m.Posterior(x)
		if err != nil {
			t.Fatal(err)
		}
		cxx, cxz, b := joint(m)
		sym := mat.NewSymDense(cfg.Data, nil)
		for i := range cfg.Data {
			for j := range i + 1 {
				sym.SetSym(i, j, cxx.At(i, j))
			}
		}
		p, ok := distmv.NewNormal(b, sym, nil)
		if !ok {
			t.Fatal("no covariance")
		}
		var gain, shrunk mat.Dense // of z on x: cxz^T cxx^-1
		if err := gain.Solve(cxx, cxz); err != nil {
			t.Fatal(err)
		}
		shrunk.Mul(cxz.T(), &gain)
		for i, row := range x {
			near(t, "log p(x)", logs[i], p.LogProb(row), 1e-10)
			for l := range cfg.Latent {
				var want float64
				for d := range row {
					want += gain.At(d, l) * (row[d] - b[d])
				}
				near(t, "posterior mean", post.Mean[i][l], want, 1e-10)
				for k := range cfg.Latent {
					one := 0.0
					if k == l {
						one = 1
					}
					near(t, "posterior covariance", post.Covariance[l][k], one-shrunk.At(l, k), 1e-10)
				}
			}
		}
	})
}

func TestExactGradient(t *testing.T) {
	cfg := smallConfig(Linear)
	m, x := newModel(t, cfg, 3), itemsOf(1, cfg, 5)
	evidence := func() float64 {
		logs, err := m.Evidence(x)
		if err != nil {
			t.Fatal(err)
		}
		return mean(logs)
	}
	s, err := m.ExactGradient(x)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "log p(x)", s.LogEvidence, evidence(), 1e-12)
	got := gradients(m, &Step{Grads: s.Grads})
	want := differences(m, GroupP, evidence)
	for i, p := range m.Params() {
		for j := range want[i] {
			near(t, "gradient in "+p.Name, got[i][j], want[i][j], 1e-8)
		}
	}
}

func TestEvidenceNotKnown(t *testing.T) {
	for _, l := range []Likelihood{Gaussian, Bernoulli, Categorical} {
		m, x := newModel(t, smallConfig(l), 1), itemsOf(1, smallConfig(l), 2)
		_, evidence := m.Evidence(x)
		_, posterior := m.Posterior(x)
		_, gradient := m.ExactGradient(x)
		_, maximum := m.MaximumEvidence(x)
		for what, err := range map[string]error{"evidence": evidence, "posterior": posterior, "gradient": gradient, "maximum": maximum} {
			if !errors.Is(err, ErrNotKnown) {
				t.Errorf("%s, %s: found error %v", l, what, err)
			}
		}
	}
	m := newModel(t, smallConfig(Linear), 1)
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		m.Params()[0].Value.Float64s()[0] = bad
		if _, err := m.Evidence(itemsOf(1, m.Config, 2)); !errors.Is(err, ErrValues) {
			t.Errorf("a weight of %v: found error %v", bad, err)
		}
	}
	if _, err := newModel(t, smallConfig(Linear), 1).Evidence([][]float64{{1, 2}}); !errors.Is(err, ErrBatch) {
		t.Errorf("an item of two numbers: found error %v", err)
	}
}
