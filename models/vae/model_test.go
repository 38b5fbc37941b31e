package vae

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbelos/graph"
	"arbelos/layers"
)

var likelihoods = []Likelihood{Gaussian, Linear, Bernoulli, Categorical}

// smallConfig is a model small enough to be differentiated element by element.
func smallConfig(l Likelihood) Config {
	c := Config{Data: 3, Latent: 2, Likelihood: l, Hidden: []int{4, 3}, Dtype: "float64"}
	if l == Categorical {
		c.Values = 3
	}
	return c
}

func newModel(t rapid.TB, cfg Config, seed uint64) *Model {
	t.Helper()
	m, err := New(cfg, seed)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// itemsOf draws items that a model of the configuration can have.
func itemsOf(seed uint64, cfg Config, n int) [][]float64 {
	r := graph.Rand(seed, "test items")
	x := make([][]float64, n)
	for i := range x {
		for range cfg.Data {
			v := r.NormFloat64()
			switch cfg.Likelihood {
			case Bernoulli:
				v = float64(r.IntN(2))
			case Categorical:
				v = float64(r.IntN(cfg.Values))
			}
			x[i] = append(x[i], v)
		}
	}
	return x
}

func naiveNet(net layers.MLP, x []float64) []float64 {
	for i, l := range net {
		w, b := l.Weight.Value.Float64s(), l.Bias.Value.Float64s()
		out := slices.Clone(b)
		for j := range out {
			for k, v := range x {
				if i > 0 {
					v = max(v, 0)
				}
				out[j] += w[j*len(x)+k] * v
			}
		}
		x = out
	}
	return x
}

// naiveLogNormal is the log density of independent normal distributions.
func naiveLogNormal(x, mean, logVar []float64) (sum float64) {
	for i, v := range x {
		sum -= 0.5 * (math.Pow(v-mean[i], 2)/math.Exp(logVar[i]) + logVar[i] + math.Log(2*math.Pi))
	}
	return sum
}

// naivePosterior is q(z|x) in plain Go.
func naivePosterior(m *Model, x []float64) (mean, logVar []float64) {
	var in []float64
	for _, v := range x {
		switch m.Likelihood {
		case Bernoulli:
			in = append(in, 2*v-1)
		case Categorical:
			for k := range m.Values {
				one := 0.0
				if int(v) == k {
					one = 1
				}
				in = append(in, one)
			}
		default:
			in = append(in, v)
		}
	}
	out := naiveNet(m.q, in)
	return out[:m.Latent], out[m.Latent:]
}

// naiveLikelihood is log p(x|z) in plain Go.
func naiveLikelihood(m *Model, x, z []float64) (sum float64) {
	switch f := m.p.(type) {
	case *gaussian:
		out := naiveNet(f.net, z)
		return naiveLogNormal(x, out[:m.Data], out[m.Data:])
	case *linearGaussian:
		return naiveLogNormal(x, naiveNet(layers.MLP{f.net}, z), slices.Repeat(f.logVar.Value.Float64s(), m.Data))
	case *bernoulli:
		for i, logit := range naiveNet(f.net, z) {
			sum -= math.Log(1 + math.Exp(logit*(1-2*x[i])))
		}
	case *categorical:
		out := naiveNet(f.net, z)
		for i, v := range x {
			var total float64
			for _, logit := range out[i*m.Values : (i+1)*m.Values] {
				total += math.Exp(logit)
			}
			sum += out[i*m.Values+int(v)] - math.Log(total)
		}
	}
	return sum
}

func near(t rapid.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Fatalf("%s: found %.15g, want %.15g", what, got, want)
	}
}

func mustStep(t testing.TB, m *Model, x [][]float64, o Options) *Step {
	t.Helper()
	s, err := m.Step(x, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// gradients copies a step's gradients, zeros where there is none.
func gradients(m *Model, s *Step) [][]float64 {
	out := make([][]float64, len(s.Grads))
	for i, g := range s.Grads {
		out[i] = make([]float64, m.Params()[i].Value.DataSize())
		if g != nil {
			copy(out[i], graph.Float64s(g))
		}
	}
	return out
}

// differences returns the central differences of f in the parameters of a group.
func differences(m *Model, group string, f func() float64) [][]float64 {
	out := make([][]float64, len(m.Params()))
	for i, p := range m.Params() {
		x := p.Value.Float64s()
		out[i] = make([]float64, len(x))
		if p.Group != group {
			continue
		}
		for j, at := range x {
			out[i][j] = graph.CentralDifference(func(h float64) float64 {
				x[j] = at + h
				return f()
			})
			x[j] = at
		}
	}
	return out
}

func TestConfigCheck(t *testing.T) {
	for _, l := range likelihoods {
		if err := smallConfig(l).Check(); err != nil {
			t.Fatal(err)
		}
	}
	for name, change := range map[string]func(*Config){
		"data":        func(c *Config) { c.Data = 0 },
		"latent":      func(c *Config) { c.Latent = 0 },
		"hidden":      func(c *Config) { c.Hidden = []int{3, 0} },
		"likelihood":  func(c *Config) { c.Likelihood = "poisson" },
		"values":      func(c *Config) { c.Values = 2 },
		"categorical": func(c *Config) { c.Likelihood = Categorical },
		"dtype":       func(c *Config) { c.Dtype = "int" },
	} {
		c := smallConfig(Gaussian)
		change(&c)
		if _, err := New(c, 1); !errors.Is(err, ErrConfig) {
			t.Errorf("%s: found error %v", name, err)
		}
	}
}

func TestParams(t *testing.T) {
	cfg := smallConfig(Linear)
	var got []string
	for _, p := range newModel(t, cfg, 0).Params() {
		got = append(got, p.Group+"/"+p.Name)
	}
	want := []string{
		"p/p.0.weight", "p/p.0.bias", "p/p.logvar",
		"q/q.0.weight", "q/q.0.bias", "q/q.1.weight", "q/q.1.bias", "q/q.2.weight", "q/q.2.bias",
		"baseline/baseline.sum", "baseline/baseline.power",
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}
