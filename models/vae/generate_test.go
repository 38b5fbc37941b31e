package vae

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// momentsWithin holds the means and covariances of draws to what is expected, within
// four standard errors of normal draws.
func momentsWithin(t *testing.T, what string, draws [][]float64, mu []float64, covariance func(i, j int) float64) {
	t.Helper()
	n := float64(len(draws))
	for i := range mu {
		var m float64
		for _, x := range draws {
			m += x[i] / n
		}
		if se := math.Sqrt(covariance(i, i) / n); math.Abs(m-mu[i]) > 4*se {
			t.Errorf("%s: mean %d is %.4f, want %.4f, standard error %.4f", what, i, m, mu[i], se)
		}
		for j := range i + 1 {
			var c float64
			for _, x := range draws {
				c += (x[i] - mu[i]) * (x[j] - mu[j]) / n
			}
			want := covariance(i, j)
			if se := math.Sqrt((covariance(i, i)*covariance(j, j) + want*want) / n); math.Abs(c-want) > 4*se {
				t.Errorf("%s: covariance %d, %d is %.4f, want %.4f, standard error %.4f", what, i, j, c, want, se)
			}
		}
	}
}

// Draws of x and z of a Linear model have its mean and covariance, jointly.
func TestGenerateLinear(t *testing.T) {
	cfg := smallConfig(Linear)
	m := newModel(t, cfg, 6)
	g, err := m.Generate(20000, Key{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	cxx, cxz, b := joint(m)
	both := make([][]float64, len(g.X))
	for i := range both {
		both[i] = append(append([]float64{}, g.X[i]...), g.Z[i]...)
	}
	momentsWithin(t, "x and z", both, append(append([]float64{}, b...), 0, 0), func(i, j int) float64 {
		switch { // j is at most i
		case i < cfg.Data:
			return cxx.At(i, j)
		case j < cfg.Data:
			return cxz.At(j, i-cfg.Data)
		case i == j:
			return 1
		}
		return 0
	})
	few, err := m.Generate(3, Key{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(few.X, g.X[:3]); diff != "" {
		t.Errorf("the first draws depend on how many are drawn: %s", diff)
	}
}

// For one z the frequencies of x are the probabilities that log p(x|z) gives, for x
// of finitely many values, and mean and variance for the Gaussian.
func TestDecode(t *testing.T) {
	const draws = 20000
	z := []float64{0.7, -1.2}
	rows := make([][]float64, draws)
	for i := range rows {
		rows[i] = z
	}
	for _, l := range []Likelihood{Bernoulli, Categorical} {
		cfg := smallConfig(l)
		m := newModel(t, cfg, 3)
		g, err := m.Decode(rows, Key{Seed: 2})
		if err != nil {
			t.Fatal(err)
		}
		values := max(cfg.Values, 2)
		counts := map[[3]float64]float64{}
		for _, x := range g.X {
			counts[[3]float64(x)]++
		}
		var total, first float64
		for a := range values {
			for b := range values {
				for c := range values {
					x := [3]float64{float64(a), float64(b), float64(c)}
					p := math.Exp(naiveLikelihood(m, x[:], z))
					total += p
					if x[0] == 1 {
						first += p
					}
					if se := math.Sqrt(p * (1 - p) / draws); math.Abs(counts[x]/draws-p) > 4.5*se {
						t.Errorf("%s: %v has frequency %.4f, want %.4f, standard error %.4f", l, x, counts[x]/draws, p, se)
					}
				}
			}
		}
		near(t, "sum of p", total, 1, 1e-12)
		if l == Bernoulli {
			near(t, "mean", g.Mean[0][0], first, 1e-12)
		} else if best := g.Mean[0]; naiveLikelihood(m, best, z) < naiveLikelihood(m, []float64{best[0], best[1], math.Mod(best[2]+1, 3)}, z) {
			t.Errorf("the likeliest value is not %v", best)
		}
	}
	m := newModel(t, smallConfig(Gaussian), 3)
	g, err := m.Decode(rows, Key{Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	out := naiveNet(m.p.(*gaussian).net, z)
	momentsWithin(t, "gaussian", g.X, out[:3], func(i, j int) float64 {
		if i == j {
			return math.Exp(out[3+i])
		}
		return 0
	})
	near(t, "mean", g.Mean[5][2], out[2], 1e-12)
}

// Reconstructions of one item have z from q.
func TestReconstruct(t *testing.T) {
	cfg := smallConfig(Bernoulli)
	m := newModel(t, cfg, 3)
	x := make([][]float64, 20000)
	for i := range x {
		x[i] = []float64{1, 0, 1}
	}
	g, err := m.Reconstruct(x, Key{Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	mu, logVar := naivePosterior(m, x[0])
	momentsWithin(t, "z", g.Z, mu, func(i, j int) float64 {
		if i == j {
			return math.Exp(logVar[i])
		}
		return 0
	})
	if len(g.X) != len(x) || len(g.Mean) != len(x) {
		t.Errorf("%d reconstructions of %d items", len(g.X), len(x))
	}
}
