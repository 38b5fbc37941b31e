package vae

import (
	"math"
	"sync"
	"testing"

	"arbelos/train"
)

// trainedLinear is probabilistic PCA whose bound was raised on draws of another PCA
// until it rises no more, with the items it was trained on.
var trainedLinear = sync.OnceValues(func() (*Model, [][]float64) {
	cfg := Config{Data: 5, Latent: 2, Likelihood: Linear, Dtype: "float64"}
	source, err := New(cfg, 11)
	if err != nil {
		panic(err)
	}
	for i, v := range source.Params()[0].Value.Float64s() { // of W, so that z explains much of x
		source.Params()[0].Value.Float64s()[i] = 3 * v
	}
	draws, err := source.Generate(100, Key{Seed: 1})
	if err != nil {
		panic(err)
	}
	m, err := New(cfg, 7)
	if err != nil {
		panic(err)
	}
	adam := new(train.Adam)
	const steps = 2500
	for i := range uint64(steps) {
		s, err := m.Step(draws.X, Options{Key: Key{Step: i}, Estimator: ELBO, Samples: 2, KLWeight: 1})
		if err != nil {
			panic(err)
		}
		adam.Step(0.02*(1-float64(i)/steps), m.Params(), s.Grads)
	}
	return m, draws.X
})

// The trained bound reaches the exact log evidence: within 0.01 nats a point, and
// the evidence the highest that any PCA has.
func TestTrainedELBO(t *testing.T) {
	m, x := trainedLinear()
	logs, err := m.Evidence(x)
	if err != nil {
		t.Fatal(err)
	}
	highest, err := m.MaximumEvidence(x)
	if err != nil {
		t.Fatal(err)
	}
	bound, evidence := closedELBO(t, m, x), mean(logs)
	t.Logf("ELBO %.5f, log p(x) %.5f, the highest of any PCA %.5f", bound, evidence, highest)
	if gap := evidence - bound; !(gap >= 0 && gap < 0.01) {
		t.Errorf("the bound is %.5f, the evidence %.5f", bound, evidence)
	}
	if evidence > highest+1e-9 || highest-evidence > 0.01 {
		t.Errorf("the evidence is %.5f, the highest %.5f", evidence, highest)
	}
	e, err := m.Evaluate(x, 200, Key{})
	if err != nil {
		t.Fatal(err)
	}
	if sampled := mean(e.ELBO); math.Abs(sampled-evidence) > 0.02 {
		t.Errorf("the bound by samples is %.5f, the evidence %.5f", sampled, evidence)
	}
}

// loosened returns the trained model with a q that is wider than the posterior.
func loosened(t *testing.T, by float64) (*Model, [][]float64) {
	trained, x := trainedLinear()
	m := newModel(t, trained.Config, 0)
	for i, p := range trained.Params() {
		copy(m.Params()[i].Value.Float64s(), p.Value.Float64s())
	}
	for d := range m.Latent {
		m.q[0].Bias.Value.Float64s()[m.Latent+d] += by
	}
	return m, x
}

// The bound of K samples rises with K to the evidence, and is below it by
// Var(w/E[w])/(2K). Since E[w] is known, 1/K sum w/E[w] - 1, whose mean is zero, is
// taken off the logarithm; what is left has hardly any variance. The variance of the
// weights is estimated from the same draws.
func TestBoundBias(t *testing.T) {
	for _, by := range []float64{0, 0.5} { // as trained, and with q's variances 1.65 times as large
		m, x := loosened(t, by)
		logs, err := m.Evidence(x)
		if err != nil {
			t.Fatal(err)
		}
		const draws = 64 * 40 // for each item
		e, err := m.Evaluate(x, draws, Key{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		var variance float64
		for i, logW := range e.LogWeights {
			for _, l := range logW {
				variance += math.Pow(math.Exp(l-logs[i])-1, 2) / float64(draws*len(x))
			}
		}
		last := math.Inf(-1)
		for _, k := range []int{1, 4, 16, 64} {
			var bias, squares float64
			n := float64(len(x) * draws / k)
			for i, logW := range e.LogWeights {
				for from := 0; from < draws; from += k {
					log := LogMeanExp(logW[from:from+k]) - logs[i]
					b := log - math.Expm1(log)
					bias += b / n
					squares += b * b / n
				}
			}
			se, predicted := math.Sqrt((squares-bias*bias)/n), -variance/float64(2*k)
			t.Logf("q wider by %.1f, K=%d: bias %.3g, standard error %.1g, predicted %.3g", by, k, bias, se, predicted)
			if !(bias > last) {
				t.Errorf("q wider by %.1f, K=%d: the bias is %.4g, with fewer samples %.4g", by, k, bias, last)
			}
			if k == 64 && math.Abs(bias/predicted-1) > 0.2 {
				t.Errorf("q wider by %.1f, K=64: the bias is %.4g, predicted %.4g", by, bias, predicted)
			}
			last = bias
		}
	}
}

// With 16 samples the doubly reparameterised gradient in q has less variance than
// the pathwise one, in every tensor of q.
func TestDoublyVariance(t *testing.T) {
	m, x := loosened(t, 0.5)
	variances := func(e Estimator) []float64 {
		const draws = 300
		var sum, squares [][]float64
		for step := range uint64(draws) {
			for i, g := range gradients(m, mustStep(t, m, x[:10], Options{Estimator: e, KLWeight: 1}.with(16, step))) {
				if step == 0 {
					sum, squares = append(sum, make([]float64, len(g))), append(squares, make([]float64, len(g)))
				}
				for j, v := range g {
					sum[i][j] += v / draws
					squares[i][j] += v * v / draws
				}
			}
		}
		out := make([]float64, len(sum))
		for i := range sum {
			for j := range sum[i] {
				out[i] += squares[i][j] - sum[i][j]*sum[i][j]
			}
		}
		return out
	}
	path, doubly := variances(IWAE), variances(DReG)
	for i, p := range m.Params() {
		switch p.Group {
		case GroupQ:
			t.Logf("%s: variance %.3g pathwise, %.3g doubly reparameterised", p.Name, path[i], doubly[i])
			if !(doubly[i] < 0.5*path[i]) {
				t.Errorf("%s: variance %.3g pathwise, %.3g doubly reparameterised", p.Name, path[i], doubly[i])
			}
		case GroupP:
			if math.Abs(path[i]-doubly[i]) > 1e-9*path[i] {
				t.Errorf("%s: the gradients in p differ", p.Name)
			}
		}
	}
}

// The score function's gradient in q has less variance with the leave-one-out
// baseline than without one.
func TestLeaveOneOutVariance(t *testing.T) {
	m, x := loosened(t, 0.5)
	spread := func(b Baseline) (total float64) {
		const draws = 200
		sum := map[int][]float64{}
		for step := range uint64(draws) {
			s := mustStep(t, m, x[:10], Options{Estimator: Score, KLWeight: 1, Baseline: b}.with(8, step))
			for i, g := range gradients(m, s) {
				if m.Params()[i].Group != GroupQ {
					continue
				}
				if sum[i] == nil {
					sum[i] = make([]float64, len(g))
				}
				for j, v := range g {
					sum[i][j] += v / draws
					total += v * v / draws
				}
			}
		}
		for _, s := range sum {
			for _, v := range s {
				total -= v * v
			}
		}
		return total
	}
	none, left := spread(NoBaseline), spread(LeaveOneOut)
	t.Logf("variance %.3g without baseline, %.3g with the leave-one-out one", none, left)
	if !(left < none) {
		t.Errorf("variance %.3g without baseline, %.3g with the leave-one-out one", none, left)
	}
}
