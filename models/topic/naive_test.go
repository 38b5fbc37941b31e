package topic

import (
	"math"
	"testing"

	"arbelos/graph"
	"arbelos/models/lda"
)

func mustNew(t testing.TB, cfg Config, seed uint64) *Model {
	t.Helper()
	m, err := New(cfg, seed)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// small is a model in float64 that is small enough for differences in every element.
// All parameters are away from what training starts from.
func small(t testing.TB, decoder Decoder, topics int, seed uint64) *Model {
	t.Helper()
	cfg := Config{Vocab: 5, Topics: topics, Hidden: 4, Alpha: []float64{0.7}, Decoder: decoder, Dtype: "float64"}
	if topics == 2 {
		cfg.Alpha = []float64{0.7, 1.9}
	}
	m := mustNew(t, cfg, seed)
	r := graph.Rand(seed, "away")
	for _, p := range m.Params() {
		for i := range p.Value.Float64s() {
			p.Value.Float64s()[i] += r.Float64() - 0.3
		}
	}
	return m
}

func smallDocs() []lda.Bag {
	return []lda.Bag{lda.BagOf([]int{0, 0, 1, 3}), lda.BagOf([]int{2, 4, 4, 4, 4, 2}), {}, lda.BagOf([]int{1, 1, 1, 2, 3})}
}

// The definitions of docs/topic.md, document by document, with the running statistics:
// rows of weights times vectors.

func naiveLinear(weight, bias, x []float64) []float64 {
	out := make([]float64, len(weight)/len(x))
	for i := range out {
		if bias != nil {
			out[i] = bias[i]
		}
		for j, v := range x {
			out[i] += weight[i*len(x)+j] * v
		}
	}
	return out
}

func naiveHidden(x, gain, bias []float64) []float64 {
	n := float64(len(x))
	var mean, variance float64
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / n
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = max(0, gain[i]*(v-mean)/math.Sqrt(variance+1e-5)+bias[i])
	}
	return out
}

// naivePosterior returns the means and variances of q(h|d).
func naivePosterior(m *Model, doc lda.Bag) (mean, variance []float64) {
	e, value := m.Encoder, func(p *graph.Param) []float64 { return p.Value.Float64s() }
	u := make([]float64, m.Hidden)
	for i, w := range doc.IDs {
		for j := range u {
			u[j] += math.Log(1+doc.Counts[i]) * value(e.Words)[w*m.Hidden+j]
		}
	}
	u = naiveHidden(u, value(e.WordsGain), value(e.WordsBias))
	v := naiveHidden(naiveLinear(value(e.Hidden.Weight), value(e.Hidden.Bias), u), value(e.HiddenGain), value(e.HiddenBias))
	means, logs := naiveLinear(value(e.Mean), nil, v), naiveLinear(value(e.LogVar.Weight), value(e.LogVar.Bias), v)
	priorMean, priorVariance := Laplace(m.alpha)
	for k := range means {
		normal := (means[k] - value(e.Norm.Mean)[k]) / math.Sqrt(value(e.Norm.Variance)[k]+1e-5)
		mean = append(mean, priorMean[k]+value(e.Norm.Gain)[k]*normal+value(e.Norm.Bias)[k])
		variance = append(variance, priorVariance[k]*math.Exp(logs[k]))
	}
	return mean, variance
}

func naiveSoftmax(x []float64) []float64 {
	var sum float64
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Exp(v)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// naiveLogProb returns log p(d|theta).
func naiveLogProb(m *Model, theta []float64, doc lda.Bag) float64 {
	beta := m.Beta.Value.Float64s()
	words := make([]float64, m.Vocab)
	for k, share := range theta {
		column := make([]float64, m.Vocab)
		for w := range column {
			column[w] = beta[w*m.Topics+k]
		}
		if m.Decoder == Mixture {
			column = naiveSoftmax(column)
		}
		for w, v := range column {
			words[w] += share * v
		}
	}
	if m.Decoder == Product {
		words = naiveSoftmax(words)
	}
	var sum float64
	for i, w := range doc.IDs {
		sum += doc.Counts[i] * math.Log(words[w])
	}
	return sum
}

func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Errorf("%s: got %.12g, want %.12g", what, got, want)
	}
}
