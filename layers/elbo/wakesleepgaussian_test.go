package elbo

import (
	"math"
	"testing"

	"arbelos/graph"
)

// The sleep phase on the linear-Gaussian model: of (x, z) ~ p the residual
// r = z - a.x - c has E r^2 = (1 - a.w)^2 + (a.b + c)^2 + var |a|^2, so that
//
//	E log q(z|x) = -1/2 (E r^2 / exp s + s + log 2 pi)
func TestSleepPosteriorLinearGaussian(t *testing.T) {
	const draws, dreams = 800, 4
	l := newLinearGaussian(6, dreams, 3)
	exact := differences(l.params()[3:], func() float64 {
		aw, ab, aa := 0.0, l.c.Float64s()[0], 0.0
		for j, a := range l.a.Float64s() {
			aw += a * l.w.Float64s()[j]
			ab += a * l.b.Float64s()[j]
			aa += a * a
		}
		squares := (1-aw)*(1-aw) + ab*ab + math.Exp(l.logVar.Float64s()[0])*aa
		s := l.s.Float64s()[0]
		return -0.5 * (squares/math.Exp(s) + s + math.Log(2*math.Pi))
	})
	n := l.nodes(graph.Float64)
	z := graph.Zero(graph.Float64, dreams, 1)
	grads := newDerivative(t, SleepPosterior(n.q.LogProb(graph.Input(n.x.Graph(), "z", z))), n.params)
	out := make([][]float64, draws)
	deviation := math.Exp(l.logVar.Float64s()[0] / 2)
	for i := range out {
		r := graph.Rand(6, "dreams", uint64(i))
		for item := range dreams {
			z.Float64s()[item] = r.NormFloat64()
			for j := range l.item(item) {
				l.item(item)[j] = l.w.Float64s()[j]*z.Float64s()[item] + l.b.Float64s()[j] + deviation*r.NormFloat64()
			}
		}
		g := grads.run(t)
		near(t, "gradient in p", concat(g[:3]), make([]float64, 7), 0)
		out[i] = concat(g[3:])
	}
	withinFourErrors(t, "sleep phase", out, concat(exact))
}

// The wake phase of q on the linear-Gaussian model: the expectation over two samples is
// taken by quadrature, with the samples and their weights held.
func TestWakePosteriorLinearGaussian(t *testing.T) {
	l := newLinearGaussian(7, 1, 3)
	at, weight := hermite(60)
	mean, variance := l.guide(0)
	var z, logW []float64
	for _, e := range at {
		x := mean + math.Sqrt(variance)*e
		z, logW = append(z, x), append(logW, l.logJoint(0, x)-logNormal(x, mean, variance))
	}
	held := make([]float64, len(z)) // what log q of each node counts
	for i := range z {
		for j := range z {
			p := weight[i] * weight[j]
			v := 1 / (1 + math.Exp(logW[j]-logW[i]))
			held[i] += p * v
			held[j] += p * (1 - v)
		}
	}
	exact := differences(l.params(), func() (sum float64) {
		mean, variance := l.guide(0)
		for i, x := range z {
			sum += held[i] * logNormal(x, mean, variance)
		}
		return sum
	})
	for _, p := range exact[:3] {
		near(t, "q does not depend on p", p, make([]float64, len(p)), 1e-9)
	}
	withinFourErrors(t, "wake phase of q", l.sampled(t, 7, 800, 2, ofSamples(WakePosterior)), concat(exact))
}
