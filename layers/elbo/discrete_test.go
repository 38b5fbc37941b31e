package elbo

import (
	"math"
	"math/rand/v2"
	"testing"

	"gorgonia.org/tensor"

	"arbelos/graph"
)

// discrete is a model small enough to enumerate: z is one of few values, x one
// of few words, and every probability is a softmax.
type discrete struct {
	prior *tensor.Dense // [1, Z], logits of p(z)
	words *tensor.Dense // [Z, V], logits of p(x|z)
	guide *tensor.Dense // [V, Z], logits of q(z|x)
	items []int         // the words seen
}

func newDiscrete(seed uint64, values, vocabulary int, items ...int) *discrete {
	return &discrete{
		prior: random(seed, "prior", 1, 1, values),
		words: random(seed, "words", 1.5, values, vocabulary),
		guide: random(seed, "guide", 0.7, vocabulary, values),
		items: items,
	}
}

// params are p's and then, from index 2 on, q's.
func (d *discrete) params() []*tensor.Dense { return []*tensor.Dense{d.prior, d.words, d.guide} }

func (d *discrete) values() int { return d.prior.Shape()[1] }

func softmax(t *tensor.Dense, row int) []float64 {
	m := t.Shape()[1]
	out := make([]float64, m)
	var sum float64
	for j, v := range t.Float64s()[row*m : (row+1)*m] {
		out[j] = math.Exp(v)
		sum += out[j]
	}
	for j := range out {
		out[j] /= sum
	}
	return out
}

// tables returns log p(x, z) and log q(z|x) of the items and all z, in plain Go.
func (d *discrete) tables() (logP, logQ [][]float64) {
	prior := softmax(d.prior, 0)
	for _, x := range d.items {
		q := softmax(d.guide, x)
		var p, lq []float64
		for z := range prior {
			p = append(p, math.Log(prior[z]*softmax(d.words, z)[x]))
			lq = append(lq, math.Log(q[z]))
		}
		logP, logQ = append(logP, p), append(logQ, lq)
	}
	return logP, logQ
}

// discreteNodes are the model as a graph; all but the parameters are [N, Z].
type discreteNodes struct {
	params                                  []*graph.Node
	prior, q                                Categorical
	logLikelihood, logJoint, logQ, logPrior *graph.Node
}

func (d *discrete) nodes(dt tensor.Dtype) discreteNodes {
	g := graph.New()
	var n discreteNodes
	for i, p := range d.params() {
		n.params = append(n.params, input(g, dt, []string{"prior", "words", "guide"}[i], p))
	}
	n.prior = Categorical{graph.Gather(NewCategorical(n.params[0]).LogProbs, make([]int, len(d.items)))}
	n.q = Categorical{graph.Gather(NewCategorical(n.params[2]).LogProbs, d.items)}
	vocabulary := d.words.Shape()[1]
	var at []int
	for _, x := range d.items {
		for z := range d.values() {
			at = append(at, z*vocabulary+x)
		}
	}
	words := NewCategorical(n.params[1]).LogProbs
	n.logLikelihood = graph.Reshape(graph.Gather(flat(words), at), len(d.items), d.values())
	n.logPrior, n.logQ = n.prior.LogProbs, n.q.LogProbs
	n.logJoint = graph.Add(n.logPrior, n.logLikelihood)
	return n
}

// estimator is a surrogate of samples, from log p(x, z) and log q(z|x) [N, K].
type estimator func(logP, logQ *graph.Node) *graph.Node

// gradient returns the gradients of an estimator for the samples z, k for each
// item, in the parameters of p and q.
func (d *discrete) gradient(t testing.TB, e estimator, z []int) [][]float64 {
	t.Helper()
	n := d.nodes(graph.Float64)
	return gradientsOf(t, e(Categorical{n.logJoint}.LogProb(z), n.q.LogProb(z)), n.params)
}

// tuples calls f with all values of k samples for each item, and their
// probability under q.
func (d *discrete) tuples(k int, f func(z []int, probability float64)) {
	_, logQ := d.tables()
	z := make([]int, k*len(d.items))
	for more := true; more; {
		p := 1.0
		for i, v := range z {
			p *= math.Exp(logQ[i/k][v])
		}
		f(z, p)
		more = false
		for i := range z {
			if z[i]++; z[i] < d.values() {
				more = true
				break
			}
			z[i] = 0
		}
	}
}

// expected returns the expectation of an estimator's gradients with k samples,
// summed over all that can be drawn.
func (d *discrete) expected(t testing.TB, k int, e estimator) [][]float64 {
	t.Helper()
	sum := make([][]float64, 3)
	for i, p := range d.params() {
		sum[i] = make([]float64, p.DataSize())
	}
	d.tuples(k, func(z []int, p float64) {
		for i, g := range d.gradient(t, e, z) {
			for j, v := range g {
				sum[i][j] += p * v
			}
		}
	})
	return sum
}

// draw returns k samples from q for each item.
func (d *discrete) draw(r *rand.Rand, k int) []int {
	_, logQ := d.tables()
	var z []int
	for _, row := range logQ {
		for range k {
			u, v := r.Float64(), 0
			for ; v < len(row)-1; v++ {
				if u -= math.Exp(row[v]); u < 0 {
					break
				}
			}
			z = append(z, v)
		}
	}
	return z
}

// sampled returns the gradients of draws, each in one vector.
func (d *discrete) sampled(t testing.TB, seed uint64, draws, k int, e estimator) [][]float64 {
	t.Helper()
	out := make([][]float64, draws)
	for i := range out {
		for _, g := range d.gradient(t, e, d.draw(graph.Rand(seed, "draws", uint64(i)), k)) {
			out[i] = append(out[i], g...)
		}
	}
	return out
}

// bound is the evidence lower bound, averaged over the items.
func (d *discrete) bound() (mean float64) {
	logP, logQ := d.tables()
	for n := range logP {
		for z, q := range logQ[n] {
			mean += math.Exp(q) * (logP[n][z] - q) / float64(len(logP))
		}
	}
	return mean
}

// importanceBound is the exact expectation of the importance-weighted bound of k
// samples, averaged over the items.
func (d *discrete) importanceBound(k int) (mean float64) {
	for _, x := range d.items {
		one := *d
		one.items = []int{x}
		logP, logQ := one.tables()
		one.tuples(k, func(z []int, p float64) {
			var logW []float64
			for _, v := range z {
				logW = append(logW, logP[0][v]-logQ[0][v])
			}
			mean += p * logMeanExp(logW) / float64(len(d.items))
		})
	}
	return mean
}

// posteriors returns p(z|x) of the items.
func (d *discrete) posteriors() [][]float64 {
	logP, _ := d.tables()
	for _, row := range logP {
		evidence := logMeanExp(row) + math.Log(float64(len(row)))
		for z := range row {
			row[z] = math.Exp(row[z] - evidence)
		}
	}
	return logP
}

// concat returns vectors as one.
func concat(x [][]float64) (all []float64) {
	for _, v := range x {
		all = append(all, v...)
	}
	return all
}
