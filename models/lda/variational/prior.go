package variational

import (
	"math"
	"slices"

	"arbelos/graph/dirichlet"
)

// Evidence is what the bound says of a Dirichlet prior alpha [K] that N draws
// share, of which Logs [K] sums the expectations of the logarithm. For the
// topics of documents, Logs[k] is the sum over documents d of digamma(gamma_dk) -
// digamma(sum_l gamma_dl).
//
// The bound's part in alpha is concave (Blei, Ng and Jordan, JMLR 2003, appendix
// A.4.2):
//
//	N (log gamma(sum alpha) - sum log gamma(alpha_k)) + sum alpha_k Logs_k
type Evidence struct {
	N    float64
	Logs []float64
}

// Bound returns the bound's part in alpha, without the constant -sum Logs.
func (e Evidence) Bound(alpha []float64) float64 {
	var sum, bound float64
	for k, a := range alpha {
		sum += a
		v, _ := math.Lgamma(a)
		bound += a*e.Logs[k] - e.N*v
	}
	v, _ := math.Lgamma(sum)
	return bound + e.N*v
}

// Gradient returns the bound's gradient in alpha,
//
//	g_k = N (digamma(sum alpha) - digamma(alpha_k)) + Logs_k
//
// The sign before Logs is plus: where documents hold more of a topic than alpha
// says, its alpha grows.
func (e Evidence) Gradient(alpha []float64) []float64 {
	psi := make([]float64, len(alpha)+1)
	dirichlet.Digamma(psi, append(slices.Clone(alpha), total(alpha)))
	g, ofSum := psi[:len(alpha)], psi[len(alpha)]
	for k := range g {
		g[k] = e.N*(ofSum-g[k]) + e.Logs[k]
	}
	return g
}

// Hessian returns the bound's Hessian in alpha as its diagonal q and constant z:
//
//	H_kl = z + [k=l] q_k,  z = N trigamma(sum alpha),  q_k = -N trigamma(alpha_k)
func (e Evidence) Hessian(alpha []float64) (q []float64, z float64) {
	q = make([]float64, len(alpha)+1)
	dirichlet.Trigamma(q, append(slices.Clone(alpha), total(alpha)))
	z = e.N * q[len(alpha)]
	q = q[:len(alpha)]
	for k := range q {
		q[k] *= -e.N
	}
	return q, z
}

// Ascent returns the step -H^-1 g that Newton's method makes from alpha, in linear
// time by the matrix inversion lemma.
func (e Evidence) Ascent(alpha []float64) []float64 {
	step := e.Gradient(alpha)
	q, z := e.Hessian(alpha)
	var gq, invQ float64
	for k, g := range step {
		gq += g / q[k]
		invQ += 1 / q[k]
	}
	b := gq / (1/z + invQ)
	for k, g := range step {
		step[k] = (b - g) / q[k]
	}
	return step
}

// AscentSymmetric is Ascent along alpha_1 = ... = alpha_k = a, where there is one
// unknown.
func (e Evidence) AscentSymmetric(a float64, k int) float64 {
	n := float64(k)
	tri := []float64{a, n * a}
	dirichlet.Trigamma(tri, tri)
	return -total(e.Gradient(slices.Repeat([]float64{a}, k))) / (n * e.N * (n*tri[1] - tri[0]))
}

// newtonSteps bounds Newton's method, which from far away halves its way first.
const newtonSteps = 1000

// Maximise returns the alpha that maximises the bound, by Newton's method from a
// starting point: every step ascends and keeps alpha positive.
func (e Evidence) Maximise(alpha []float64) []float64 { return e.climb(alpha, e.Ascent) }

// MaximiseSymmetric is Maximise among the alphas whose elements are all alike,
// starting from a.
func (e Evidence) MaximiseSymmetric(a float64) float64 {
	k := len(e.Logs)
	all := e.climb(slices.Repeat([]float64{a}, k), func(alpha []float64) []float64 {
		return slices.Repeat([]float64{e.AscentSymmetric(alpha[0], k)}, k)
	})
	return all[0]
}

// climb follows steps, shortened until alpha stays positive and the bound does
// not fall by more than rounding, until they are lost in rounding.
func (e Evidence) climb(alpha []float64, ascent func([]float64) []float64) []float64 {
	alpha = slices.Clone(alpha)
	bound := e.Bound(alpha)
	for range newtonSteps {
		step := ascent(alpha)
		scale := longest(alpha, step)
		next := move(alpha, step, scale)
		reached := e.Bound(next)
		for !(reached >= bound-1e-13*math.Abs(bound)) {
			if scale /= 2; scale < 1e-10 {
				return alpha
			}
			next = move(alpha, step, scale)
			reached = e.Bound(next)
		}
		short := near(alpha, next)
		alpha, bound = next, reached
		if short {
			break
		}
	}
	return alpha
}

// near says whether nothing changed but by rounding.
func near(alpha, next []float64) bool {
	for k, a := range alpha {
		if math.Abs(next[k]-a) > 1e-12*a {
			return false
		}
	}
	return true
}

// longest returns the part of a step, up to all of it, that takes no alpha more
// than nine tenths of the way to zero.
func longest(alpha, step []float64) float64 {
	scale := 1.0
	for k, s := range step {
		if s < 0 {
			scale = min(scale, -0.9*alpha[k]/s)
		}
	}
	return scale
}

func move(alpha, step []float64, scale float64) []float64 {
	next := make([]float64, len(alpha))
	for k, a := range alpha {
		next[k] = a + scale*step[k]
	}
	return next
}

// total returns the sum of x, as that of four sums, whose additions do not wait for
// one another.
func total(x []float64) float64 {
	var a, b, c, d float64
	for ; len(x) >= 4; x = x[4:] {
		a, b, c, d = a+x[0], b+x[1], c+x[2], d+x[3]
	}
	for _, v := range x {
		a += v
	}
	return (a + b) + (c + d)
}
