package elbo

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gorgonia.org/tensor"

	"arbelos/graph"
)

// linearGaussian is the model whose evidence, posterior and bound are known: one
// latent dimension, z ~ N(0, 1), x|z ~ N(w z + b, var I), and
// q(z|x) = N(a.x + c, exp s).
type linearGaussian struct {
	w, b, logVar *tensor.Dense // [X, 1], [X], [1]
	a, c, s      *tensor.Dense // [1, X], [1], [1, 1]
	x            *tensor.Dense // [N, X]
}

func newLinearGaussian(seed uint64, items, dims int) *linearGaussian {
	return &linearGaussian{
		w: random(seed, "w", 0.75, dims, 1), b: random(seed, "b", 0.5, dims), logVar: random(seed, "var", 0.5, 1),
		a: random(seed, "a", 0.25, 1, dims), c: random(seed, "c", 0.25, 1), s: random(seed, "s", 0.25, 1, 1),
		x: random(seed, "x", 2, items, dims),
	}
}

// params are p's and then, from index 3 on, q's.
func (l *linearGaussian) params() []*tensor.Dense {
	return []*tensor.Dense{l.w, l.b, l.logVar, l.a, l.c, l.s}
}

func (l *linearGaussian) items() int { return l.x.Shape()[0] }

// item returns row n of x.
func (l *linearGaussian) item(n int) []float64 {
	m := l.x.Shape()[1]
	return l.x.Float64s()[n*m : (n+1)*m]
}

// logNormal is the log-density of N(mean, variance).
func logNormal(x, mean, variance float64) float64 {
	return -0.5 * ((x-mean)*(x-mean)/variance + math.Log(2*math.Pi*variance))
}

// guide returns the mean and the variance of q for item n.
func (l *linearGaussian) guide(n int) (mean, variance float64) {
	mean = l.c.Float64s()[0]
	for j, v := range l.item(n) {
		mean += l.a.Float64s()[j] * v
	}
	return mean, math.Exp(l.s.Float64s()[0])
}

// posterior returns the mean and the variance of p(z|x) for item n.
func (l *linearGaussian) posterior(n int) (mean, variance float64) {
	noise := math.Exp(l.logVar.Float64s()[0])
	precision := 1.0
	for j, v := range l.item(n) {
		w := l.w.Float64s()[j]
		precision += w * w / noise
		mean += w * (v - l.b.Float64s()[j]) / noise
	}
	return mean / precision, 1 / precision
}

// logJoint returns log p(x, z) for item n.
func (l *linearGaussian) logJoint(n int, z float64) float64 {
	total := logNormal(z, 0, 1)
	for j, v := range l.item(n) {
		total += logNormal(v, l.w.Float64s()[j]*z+l.b.Float64s()[j], math.Exp(l.logVar.Float64s()[0]))
	}
	return total
}

// logEvidence returns log p(x) for item n, by Bayes' rule at any z.
func (l *linearGaussian) logEvidence(n int) float64 {
	mean, variance := l.posterior(n)
	return l.logJoint(n, 0.3) - logNormal(0.3, mean, variance)
}

// klPosterior returns KL(q || posterior) for item n.
func (l *linearGaussian) klPosterior(n int) float64 {
	mq, vq := l.guide(n)
	mp, vp := l.posterior(n)
	return 0.5 * (vq/vp + (mq-mp)*(mq-mp)/vp - 1 + math.Log(vp/vq))
}

// bound is the evidence lower bound, averaged over the items.
func (l *linearGaussian) bound() (mean float64) {
	for n := range l.items() {
		mean += (l.logEvidence(n) - l.klPosterior(n)) / float64(l.items())
	}
	return mean
}

// hermite returns the nodes and the weights that give expectations over a
// standard normal.
func hermite(points int) (x, weight []float64) {
	x, weight = make([]float64, points), make([]float64, points)
	quad.Hermite{}.FixedLocations(x, weight, math.Inf(-1), math.Inf(1))
	for i := range x {
		x[i] *= math.Sqrt2
		weight[i] /= math.Sqrt(math.Pi)
	}
	return x, weight
}

// importanceBound is the importance-weighted bound of two samples, averaged over
// the items, by quadrature.
func (l *linearGaussian) importanceBound(points int) (mean float64) {
	at, weight := hermite(points)
	for n := range l.items() {
		m, v := l.guide(n)
		logW := make([]float64, points)
		for i, e := range at {
			z := m + math.Sqrt(v)*e
			logW[i] = l.logJoint(n, z) - logNormal(z, m, v)
		}
		for i := range logW {
			for j := range logW {
				mean += weight[i] * weight[j] * logMeanExp([]float64{logW[i], logW[j]}) / float64(l.items())
			}
		}
	}
	return mean
}

// gaussianNodes are the model as a graph.
type gaussianNodes struct {
	params []*graph.Node
	x      *graph.Node
	q      Gaussian
}

func (l *linearGaussian) nodes(dt tensor.Dtype) gaussianNodes {
	g := graph.New()
	var n gaussianNodes
	for i, p := range l.params() {
		n.params = append(n.params, input(g, dt, []string{"w", "b", "var", "a", "c", "s"}[i], p))
	}
	n.x = input(g, dt, "x", l.x)
	n.q = Gaussian{
		Mean:   graph.AddRow(graph.MatMul(n.x, n.params[3], false, true), n.params[4]),
		LogVar: graph.Gather(n.params[5], make([]int, l.items())),
	}
	return n
}

// logLikelihood returns log p(x|z) [N, K] for z [N K, 1].
func (n gaussianNodes) logLikelihood(z *graph.Node) *graph.Node {
	items, dims := n.x.Shape()[0], n.x.Shape()[1]
	samples := z.Shape()[0] / items
	noise := graph.Reshape(graph.Gather(n.params[2], make([]int, dims)), 1, dims)
	p := Gaussian{
		Mean:   graph.AddRow(graph.MatMul(z, n.params[0], false, true), n.params[1]),
		LogVar: graph.Gather(noise, make([]int, items*samples)),
	}
	return graph.Reshape(p.LogProb(graph.Gather(n.x, repeated(items, samples))), items, samples)
}

// logJoint returns log p(x, z) [N, K] for z [N K, 1].
func (n gaussianNodes) logJoint(z *graph.Node) *graph.Node {
	prior := StandardNormal(z, n.x.Shape()[0], 1)
	return graph.Add(prior.LogProb(z), n.logLikelihood(z))
}

// gaussianEstimator is a surrogate of the model, for noise [N K, 1].
type gaussianEstimator func(n gaussianNodes, noise *graph.Node) *graph.Node

// ofSamples makes it of an estimator that takes samples as they are.
func ofSamples(e estimator) gaussianEstimator {
	return func(n gaussianNodes, noise *graph.Node) *graph.Node {
		z := graph.Stop(n.q.Sample(noise))
		return e(n.logJoint(z), n.q.LogProb(z))
	}
}

func pathwise(n gaussianNodes, noise *graph.Node) *graph.Node {
	z := n.q.Sample(noise)
	return ImportanceWeighted(graph.Sub(n.logJoint(z), n.q.LogProb(z)))
}

func doubly(n gaussianNodes, noise *graph.Node) *graph.Node {
	return DoublyReparameterised(n.q, noise, n.logJoint)
}

func reparameterised(n gaussianNodes, noise *graph.Node) *graph.Node {
	z := n.q.Sample(noise)
	return FromJoint(SampleMean, n.logJoint(z), n.q.LogProb(z))
}

func meanOf(e gaussianEstimator) gaussianEstimator {
	return func(n gaussianNodes, noise *graph.Node) *graph.Node { return Mean(e(n, noise)) }
}

// gradients returns the gradients of an estimator for each of several noises, each
// in one vector. The graph is built once.
func (l *linearGaussian) gradients(t testing.TB, e gaussianEstimator, noises [][]float64) [][]float64 {
	t.Helper()
	n := l.nodes(graph.Float64)
	noise := graph.Zero(graph.Float64, len(noises[0]), 1)
	grads := newDerivative(t, e(n, graph.Input(n.x.Graph(), "noise", noise)), n.params)
	out := make([][]float64, len(noises))
	for i, x := range noises {
		copy(noise.Float64s(), x)
		out[i] = concat(grads.run(t))
	}
	return out
}

// sampled returns the gradients of draws, each in one vector.
func (l *linearGaussian) sampled(t testing.TB, seed uint64, draws, k int, e gaussianEstimator) [][]float64 {
	t.Helper()
	noises := make([][]float64, draws)
	for i := range noises {
		r := graph.Rand(seed, "noise", uint64(i))
		for range k * l.items() {
			noises[i] = append(noises[i], r.NormFloat64())
		}
	}
	return l.gradients(t, e, noises)
}

// expectedBound returns the expected gradients of a bound [N] of two samples,
// whose items are the quadrature's nodes for the model's one item, in one vector.
func (l *linearGaussian) expectedBound(t testing.TB, points int, e gaussianEstimator) []float64 {
	t.Helper()
	at, weight := hermite(points)
	grid := *l
	var x, noise, w []float64
	for i := range at {
		for j := range at {
			x = append(x, l.item(0)...)
			noise = append(noise, at[i], at[j])
			w = append(w, weight[i]*weight[j])
		}
	}
	grid.x = graph.FromFloat64s(graph.Float64, x, len(w), len(l.item(0)))
	dot := func(n gaussianNodes, noise *graph.Node) *graph.Node { return graph.Dot(e(n, noise), w) }
	return grid.gradients(t, dot, [][]float64{noise})[0]
}
