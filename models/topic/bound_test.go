package topic

import (
	"math"
	"slices"
	"testing"

	"arbelos/models/lda"
)

// The gradient of the whole bound, in every element of every parameter, noise and
// dropout masks being the same. In the running statistics the bound has none.
func TestStepGradient(t *testing.T) {
	for _, decoder := range []Decoder{Mixture, Product} {
		m := small(t, decoder, 3, 2)
		m.Dropout = 0.3
		at := At{Seed: 3, Step: 4, KLWeight: 0.6}
		objective := func() float64 {
			s, err := m.Step(smallDocs(), at)
			if err != nil {
				t.Fatal(err)
			}
			return s.Objective
		}
		s, err := m.Step(smallDocs(), at)
		if err != nil {
			t.Fatal(err)
		}
		var grads [][]float64
		for _, g := range s.Grads {
			grads = append(grads, slices.Clone(g.Float64s())) // the next step takes the memory back
		}
		near(t, "objective of the parts", s.Objective, (s.LogLikelihood-0.6*(s.LogLikelihood-s.ELBO()))/4, 1e-12)
		for i, p := range m.Params() {
			x := p.Value.Float64s()
			for j, old := range x {
				const h = 1e-6
				x[j] = old + h
				up := objective()
				x[j] = old - h
				down := objective()
				x[j] = old
				want, got := (up-down)/(2*h), grads[i][j]
				if p.Group == GroupStatistics {
					got = 0
				}
				if !(math.Abs(got-want) <= 1e-7*(1+math.Abs(want))) {
					t.Fatalf("%s: gradient in %s, element %d: got %.10g, central difference %.10g", decoder, p.Name, j, got, want)
				}
			}
		}
	}
}

// quadrature integrates f over a normal distribution.
func quadrature(mean, variance float64, f func(x float64) float64) (sum float64) {
	const n, widest = 4000, 12.0
	sd := math.Sqrt(variance)
	for i := range n + 1 {
		z := widest * (2*float64(i)/n - 1)
		sum += f(mean+sd*z) * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * 2 * widest / n
	}
	return sum
}

// Two topics leave one logit, h_1 - h_2, which is Gaussian: the bound is an integral
// over it. The sampled one must have that mean, and the evidence must be above.
func TestBoundAgainstQuadrature(t *testing.T) {
	const samples = 20000
	for _, decoder := range []Decoder{Mixture, Product} {
		m := small(t, decoder, 2, 5)
		docs := smallDocs()
		bounds, err := m.Bounds(docs, samples, 1)
		if err != nil {
			t.Fatal(err)
		}
		priorMean, priorVariance := Laplace(m.alpha)
		for d, doc := range docs {
			mean, variance := naivePosterior(m, doc)
			logProb := func(logit float64) float64 {
				p := 1 / (1 + math.Exp(-logit))
				return naiveLogProb(m, []float64{p, 1 - p}, doc)
			}
			logit, spread := mean[0]-mean[1], variance[0]+variance[1]
			want := quadrature(logit, spread, logProb)
			second := quadrature(logit, spread, func(x float64) float64 { return (logProb(x) - want) * (logProb(x) - want) })
			if got := bounds[d].LogLikelihood; !(math.Abs(got-want) <= 4*math.Sqrt(second/samples)+1e-12) {
				t.Errorf("%s, document %d: log-likelihood %v, by quadrature %v, standard error %v", decoder, d, got, want, math.Sqrt(second/samples))
			}
			elbo := want
			for k := range mean {
				logNormal := func(x, mean, variance float64) float64 {
					return -0.5 * ((x-mean)*(x-mean)/variance + math.Log(2*math.Pi*variance))
				}
				kl := quadrature(mean[k], variance[k], func(x float64) float64 {
					return logNormal(x, mean[k], variance[k]) - logNormal(x, priorMean[k], priorVariance[k])
				})
				near(t, "KL by quadrature", bounds[d].KL[k], kl, 1e-9)
				elbo -= kl
			}
			evidence := math.Log(quadrature(priorMean[0]-priorMean[1], priorVariance[0]+priorVariance[1], func(x float64) float64 { return math.Exp(logProb(x)) }))
			if !(elbo <= evidence+1e-9) {
				t.Errorf("%s, document %d: the bound %v is above the evidence %v", decoder, d, elbo, evidence)
			}
			near(t, "ELBO of the parts", bounds[d].ELBO(), bounds[d].LogLikelihood-bounds[d].KL[0]-bounds[d].KL[1], 1e-12)
		}
	}
}

// Log-probabilities are those of the definition, and for mixtures those of the topics
// that are exported.
func TestLogProbs(t *testing.T) {
	for _, decoder := range []Decoder{Mixture, Product} {
		m := small(t, decoder, 3, 6)
		docs := smallDocs()
		theta := [][]float64{{0.2, 0.5, 0.3}, {1, 0, 0}, {0, 0.5, 0.5}, {0.1, 0.1, 0.8}}
		logs, err := m.LogProbs(theta, docs)
		if err != nil {
			t.Fatal(err)
		}
		for d, doc := range docs {
			near(t, "log-probability", logs[d], naiveLogProb(m, theta[d], doc), 1e-12)
		}
		// With one topic alone either decoder gives the words of that topic.
		topics := m.LDA()
		if err := topics.Check(); err != nil {
			t.Error(err)
		}
		for k := range 3 {
			alone := make([]float64, 3)
			alone[k] = 1
			for w, p := range topics.Topics.PhiRow(k) {
				near(t, "word of a topic", naiveLogProb(m, alone, lda.BagOf([]int{w})), math.Log(p), 1e-12)
			}
		}
	}
}
