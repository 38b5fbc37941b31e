package vae

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"arbelos/graph"
	"arbelos/layers/elbo"
)

// choices are all ways to train.
var choices = []Options{
	{Estimator: ELBO, KLWeight: 0.3},
	{Estimator: ELBO, KLWeight: 0.3, SampledKL: true},
	{Estimator: IWAE, KLWeight: 0.3},
	{Estimator: DReG, KLWeight: 1},
	{Estimator: RWS, KLWeight: 1},
	{Estimator: WakeSleep, KLWeight: 1},
	{Estimator: Score, KLWeight: 0.3, Baseline: NoBaseline},
	{Estimator: Score, KLWeight: 0.3, Baseline: LeaveOneOut},
	{Estimator: Score, KLWeight: 0.3, Baseline: MovingAverage},
}

func (o Options) with(samples int, step uint64) Options {
	o.Samples, o.Key = samples, Key{Seed: 5, Step: step}
	return o
}

// naiveTerms returns log p(x|z), log p(z) and log q(z|x) of the samples that a step
// draws, in plain Go.
func naiveTerms(m *Model, x [][]float64, o Options) (likelihood, prior, posterior [][]float64) {
	for i, row := range x {
		r := graph.Rand(o.Key.Seed, "samples", o.Key.Step, uint64(i))
		mean, logVar := naivePosterior(m, row)
		var l, p, q []float64
		for range o.Samples {
			z := make([]float64, m.Latent)
			for d := range z {
				z[d] = mean[d] + math.Exp(logVar[d]/2)*r.NormFloat64()
			}
			l = append(l, naiveLikelihood(m, row, z))
			p = append(p, naiveLogNormal(z, make([]float64, m.Latent), make([]float64, m.Latent)))
			q = append(q, naiveLogNormal(z, mean, logVar))
		}
		likelihood, prior, posterior = append(likelihood, l), append(prior, p), append(posterior, q)
	}
	return likelihood, prior, posterior
}

// naiveKL is KL(q || p(z)), the mean over the items.
func naiveKL(m *Model, x [][]float64) (sum float64) {
	for _, row := range x {
		mean, logVar := naivePosterior(m, row)
		for d := range mean {
			sum += 0.5 * (math.Exp(logVar[d]) + mean[d]*mean[d] - 1 - logVar[d]) / float64(len(x))
		}
	}
	return sum
}

// naiveObjective is the value of ELBO and IWAE.
func naiveObjective(m *Model, x [][]float64, o Options) (sum float64) {
	likelihood, prior, posterior := naiveTerms(m, x, o)
	for i := range x {
		var logW []float64
		for k := range o.Samples {
			logW = append(logW, likelihood[i][k]+o.KLWeight*(prior[i][k]-posterior[i][k]))
		}
		v := mean(logW)
		switch {
		case o.Estimator == IWAE:
			v = LogMeanExp(logW)
		case !o.SampledKL:
			v = mean(likelihood[i])
		}
		sum += v / float64(len(x))
	}
	if o.Estimator == ELBO && !o.SampledKL {
		sum -= o.KLWeight * naiveKL(m, x)
	}
	return sum
}

// What a step reports is what the plain model gives, for every likelihood and
// estimator.
func TestStepFigures(t *testing.T) {
	for _, l := range likelihoods {
		cfg := smallConfig(l)
		m, x := newModel(t, cfg, 3), itemsOf(1, cfg, 4)
		for _, o := range choices {
			for _, k := range []int{1, 3} {
				o := o.with(k, 9)
				s := mustStep(t, m, x, o)
				likelihood, prior, posterior := naiveTerms(m, x, o)
				var bound, reconstruction float64
				for i := range x {
					logW := make([]float64, k)
					for j := range logW {
						logW[j] = likelihood[i][j] + prior[i][j] - posterior[i][j]
					}
					bound += LogMeanExp(logW) / 4
					reconstruction += mean(likelihood[i]) / 4
				}
				what := fmt.Sprintf("%s, %s, K=%d: ", l, o.Estimator, k)
				near(t, what+"bound", s.Bound, bound, 1e-11)
				near(t, what+"reconstruction", s.Reconstruction, reconstruction, 1e-11)
				near(t, what+"KL", s.KL, naiveKL(m, x), 1e-11)
				near(t, what+"ELBO", s.ELBO, reconstruction-naiveKL(m, x), 1e-11)
				if o.Estimator == ELBO || o.Estimator == IWAE {
					near(t, what+"objective", s.Objective, naiveObjective(m, x, o), 1e-11)
				}
				if o.Estimator == DReG {
					near(t, what+"objective", s.Objective, bound, 1e-11)
				}
			}
		}
	}
}

// The reparameterised gradients are those of central differences of the plain
// model, element by element.
func TestStepGradients(t *testing.T) {
	for _, l := range likelihoods {
		cfg := smallConfig(l)
		m, x := newModel(t, cfg, 3), itemsOf(1, cfg, 3)
		for _, o := range choices[:3] {
			o := o.with(3, 2)
			got := gradients(m, mustStep(t, m, x, o))
			for _, group := range []string{GroupP, GroupQ} {
				want := differences(m, group, func() float64 { return naiveObjective(m, x, o) })
				for i, p := range m.Params() {
					for j := range want[i] {
						if p.Group == group {
							near(t, fmt.Sprintf("%s, %s, gradient in %s", l, o.Estimator, p.Name), got[i][j], want[i][j], 1e-8)
						}
					}
				}
			}
		}
	}
}

// The sleep phase's gradient in q is that of log q(z|x) of the draws of Generate;
// the wake phase of p is that of the importance-weighted bound, in both estimators.
func TestWakeSleep(t *testing.T) {
	cfg := smallConfig(Categorical)
	m, x := newModel(t, cfg, 3), itemsOf(1, cfg, 3)
	o := Options{Estimator: WakeSleep, KLWeight: 1}.with(4, 2)
	dreams, err := m.Generate(len(x), o.Key)
	if err != nil {
		t.Fatal(err)
	}
	want := differences(m, GroupQ, func() (sum float64) {
		for i, x := range dreams.X {
			q, logVar := naivePosterior(m, x)
			sum += naiveLogNormal(dreams.Z[i], q, logVar) / float64(len(dreams.X))
		}
		return sum
	})
	sleep := gradients(m, mustStep(t, m, x, o))
	o.Estimator = RWS
	wake := gradients(m, mustStep(t, m, x, o))
	o.Estimator = IWAE
	iwae := gradients(m, mustStep(t, m, x, o))
	for i, p := range m.Params() {
		for j := range want[i] {
			switch p.Group {
			case GroupQ:
				near(t, "sleep gradient in "+p.Name, sleep[i][j], want[i][j], 1e-8)
			case GroupP:
				near(t, "wake gradient in "+p.Name, wake[i][j], iwae[i][j], 1e-12)
				near(t, "wake gradient in "+p.Name, sleep[i][j], iwae[i][j], 1e-12)
			}
		}
	}
}

// Ascent at the rate 1-decay along the baseline's gradients is the moving average's
// own update, and the average is the baseline of the next step.
func TestMovingAverage(t *testing.T) {
	cfg := smallConfig(Bernoulli)
	m, x := newModel(t, cfg, 3), itemsOf(1, cfg, 3)
	average := elbo.MovingAverage{Decay: 0.75}
	none := Options{Estimator: Score, KLWeight: 1, Baseline: NoBaseline}
	for step := range uint64(3) {
		o := none.with(2, step)
		plain := mustStep(t, m, x, o).Objective
		likelihood, prior, posterior := naiveTerms(m, x, o)
		var signal []float64
		var logQ float64
		for i := range x {
			for k := range 2 {
				signal = append(signal, likelihood[i][k]+prior[i][k]-posterior[i][k])
				logQ += posterior[i][k] / 6
			}
		}
		o.Baseline = MovingAverage
		s := mustStep(t, m, x, o)
		baseline := 0.0
		if step > 0 {
			baseline = average.Sum / average.Power
		}
		near(t, "objective", s.Objective, plain-baseline*logQ, 1e-11)
		average.Update(signal)
		for i, p := range m.Params() {
			if p.Group == GroupBaseline {
				p.Value.Float64s()[0] += 0.25 * s.Grads[i].Float64s()[0]
			}
		}
		near(t, "sum", m.baselineSum.Value.Float64s()[0], average.Sum, 1e-12)
		near(t, "power", m.baselinePower.Value.Float64s()[0], average.Power, 1e-12)
	}
}

// float32 gives what float64 gives, the number of threads no other bits, and the
// same key the same bits, of every estimator; seed 0 is a seed.
func TestSameBits(t *testing.T) {
	for _, l := range likelihoods {
		for _, o := range choices {
			cfg := Config{Data: 12, Latent: 3, Likelihood: l, Hidden: []int{40}}
			if l == Categorical {
				cfg.Values = 4
			}
			x := itemsOf(2, cfg, 60)
			o := o.with(5, 1)
			o.Key.Seed = 0
			var results [2][]float64
			for i, dtype := range []string{"float64", "float32"} {
				cfg.Dtype = dtype
				for threads := 1; threads <= 2; threads++ {
					before := runtime.GOMAXPROCS(threads)
					m := newModel(t, cfg, 0)
					s := mustStep(t, m, x, o)
					runtime.GOMAXPROCS(before)
					all := []float64{s.Objective, s.ELBO, s.Bound}
					for _, g := range gradients(m, s) {
						all = append(all, g...)
					}
					if threads == 2 && !slices.Equal(all, results[i]) {
						t.Errorf("%s, %s, %s: two threads give other bits than one", l, o.Estimator, dtype)
					}
					results[i] = all
				}
			}
			if o.Estimator == WakeSleep && l != Gaussian && l != Linear {
				continue // rounding may turn a draw of x over
			}
			for i, v := range results[1] {
				if math.Abs(v-results[0][i]) > 1e-4*math.Abs(results[0][i])+1e-3 {
					t.Fatalf("%s, %s, number %d: float32 gives %v, float64 %v", l, o.Estimator, i, v, results[0][i])
				}
			}
		}
	}
}

func TestRefused(t *testing.T) {
	cfg := smallConfig(Gaussian)
	m, x := newModel(t, cfg, 1), itemsOf(1, cfg, 2)
	good := Options{Estimator: ELBO, Samples: 1, KLWeight: 1}
	for name, change := range map[string]func(*Options){
		"estimator":       func(o *Options) { o.Estimator = "best" },
		"K = 0":           func(o *Options) { o.Samples = 0 },
		"negative K":      func(o *Options) { o.Samples = -1 },
		"weight":          func(o *Options) { o.KLWeight = 1.1 },
		"NaN weight":      func(o *Options) { o.KLWeight = math.NaN() },
		"weight of dreg":  func(o *Options) { o.Estimator, o.KLWeight = DReG, 0.5 },
		"weight of rws":   func(o *Options) { o.Estimator, o.KLWeight = RWS, 0.5 },
		"weight of sleep": func(o *Options) { o.Estimator, o.KLWeight = WakeSleep, 0.5 },
		"sampled KL":      func(o *Options) { o.Estimator, o.SampledKL = IWAE, true },
		"no baseline":     func(o *Options) { o.Estimator = Score },
		"baseline":        func(o *Options) { o.Baseline = LeaveOneOut },
	} {
		o := good
		change(&o)
		if _, err := m.Step(x, o); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: found error %v", name, err)
		}
	}
	if _, err := m.Evaluate(x, 0, Key{}); !errors.Is(err, ErrOptions) {
		t.Errorf("evaluation with K = 0: found error %v", err)
	}
	if _, err := m.Generate(0, Key{}); !errors.Is(err, ErrOptions) {
		t.Errorf("no draw: found error %v", err)
	}
	for _, z := range [][]float64{{1}, {1, math.NaN()}, {math.Inf(1), 1}} {
		if _, err := m.Decode([][]float64{z}, Key{}); !errors.Is(err, ErrBatch) {
			t.Errorf("z %v: found error %v", z, err)
		}
	}

	bad := map[Likelihood][][]float64{
		Gaussian:    {{1, 2}, {1, 2, 3, 4}, {1, math.NaN(), 3}, {1, math.Inf(1), 3}},
		Linear:      {nil, {1, math.NaN(), 3}},
		Bernoulli:   {{0, 1}, {0, 1, 0.5}, {0, 1, math.NaN()}},
		Categorical: {{0, 1}, {0, 1, 3}, {0, 1, -1}, {0, 1, 0.5}, {0, 1, math.NaN()}},
	}
	for l, rows := range bad {
		m := newModel(t, smallConfig(l), 1)
		for _, x := range append([][][]float64{nil}, [][][]float64{rows[:1], rows}...) {
			_, step := m.Step(x, good)
			_, evaluation := m.Evaluate(x, 1, Key{})
			_, encoding := m.Encode(x)
			_, reconstruction := m.Reconstruct(x, Key{})
			for what, err := range map[string]error{"step": step, "evaluation": evaluation, "encoding": encoding, "reconstruction": reconstruction} {
				if !errors.Is(err, ErrBatch) {
					t.Errorf("%s, %s of %v: found error %v", l, what, x, err)
				}
			}
		}
		for _, row := range rows {
			if _, err := m.Step([][]float64{itemsOf(1, m.Config, 1)[0], row}, good); !errors.Is(err, ErrBatch) {
				t.Errorf("%s, item %v: found error %v", l, row, err)
			}
		}
	}
}

// A model whose values are no numbers is told apart from one that is: a step's
// figures are NaN, which training stops at, and the rest are errors.
func TestNaN(t *testing.T) {
	for _, l := range likelihoods {
		for _, o := range choices {
			cfg := smallConfig(l)
			m, x := newModel(t, cfg, 1), itemsOf(1, cfg, 2)
			m.Params()[0].Value.Float64s()[1] = math.NaN()
			s, err := m.Step(x, o.with(2, 1))
			if o.Estimator == WakeSleep {
				if !errors.Is(err, ErrValues) {
					t.Errorf("%s, %s: found error %v", l, o.Estimator, err)
				}
			} else if err != nil || !math.IsNaN(s.Objective) || !math.IsNaN(s.Bound) || !math.IsNaN(s.ELBO) {
				t.Errorf("%s, %s: found %+v, error %v", l, o.Estimator, s, err)
			}
			_, evaluation := m.Evaluate(x, 2, Key{})
			_, generation := m.Generate(2, Key{})
			for what, err := range map[string]error{"evaluation": evaluation, "generation": generation} {
				if !errors.Is(err, ErrValues) {
					t.Errorf("%s, %s: found error %v", l, what, err)
				}
			}
			m = newModel(t, cfg, 1)
			m.q[0].Bias.Value.Float64s()[0] = math.Inf(1)
			if _, err := m.Encode(x); !errors.Is(err, ErrValues) {
				t.Errorf("%s, encoding: found error %v", l, err)
			}
		}
	}
}
