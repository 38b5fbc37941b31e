package elbo

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"

	"arbelos/graph"
)

func gaussianOf(in []*graph.Node) Gaussian { return Gaussian{in[0], in[1]} }

// drawnGaussian is a distribution of a rapid test, and its values.
func drawnGaussian(t *rapid.T, name string, n, d int) (values []*tensor.Dense) {
	seed := rapid.Uint64().Draw(t, "seed of "+name)
	return []*tensor.Dense{random(seed, "mean", 2, n, d), random(seed, "logvar", 1.5, n, d)}
}

func upstream(i int) float64 { return math.Cos(float64(3*i + 1)) }

// Samples, densities, entropies and divergences against gonum's normal
// distribution, dimension by dimension, and their gradients against central
// differences.
func TestGaussian(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, k, d := rapid.IntRange(1, 3).Draw(rt, "n"), rapid.IntRange(1, 4).Draw(rt, "k"), rapid.IntRange(1, 3).Draw(rt, "d")
		qv, pv := drawnGaussian(rt, "q", n, d), drawnGaussian(rt, "p", n, d)
		noise := random(rapid.Uint64().Draw(rt, "noise"), "noise", 2, n*k, d)
		of := func(v []*tensor.Dense, i, j int) distuv.Normal {
			return distuv.Normal{Mu: v[0].Float64s()[i*d+j], Sigma: math.Exp(v[1].Float64s()[i*d+j] / 2)}
		}
		var z, logProb, entropy, kl []float64
		for i := range n {
			var h float64
			for s := range k {
				var lp float64
				for j := range d {
					q := of(qv, i, j)
					z = append(z, q.Mu+q.Sigma*noise.Float64s()[(i*k+s)*d+j])
					lp += of(pv, i, j).LogProb(z[len(z)-1])
				}
				logProb = append(logProb, lp)
			}
			for j := range d {
				q, p := of(qv, i, j), of(pv, i, j)
				h += q.Entropy()
				kl = append(kl, math.Log(p.Sigma/q.Sigma)+(q.Sigma*q.Sigma+(q.Mu-p.Mu)*(q.Mu-p.Mu))/(2*p.Sigma*p.Sigma)-0.5)
			}
			entropy = append(entropy, h)
		}
		for name, c := range map[string]struct {
			build func(in []*graph.Node) *graph.Node
			want  []float64
			shape tensor.Shape
		}{
			"Sample":         {func(in []*graph.Node) *graph.Node { return gaussianOf(in).Sample(in[4]) }, z, tensor.Shape{n * k, d}},
			"LogProb":        {func(in []*graph.Node) *graph.Node { return gaussianOf(in[2:]).LogProb(gaussianOf(in).Sample(in[4])) }, logProb, tensor.Shape{n, k}},
			"Entropy":        {func(in []*graph.Node) *graph.Node { return gaussianOf(in).Entropy() }, entropy, tensor.Shape{n}},
			"KLByDimension":  {func(in []*graph.Node) *graph.Node { return gaussianOf(in).KLByDimension(gaussianOf(in[2:])) }, kl, tensor.Shape{n, d}},
			"KL":             {func(in []*graph.Node) *graph.Node { return gaussianOf(in).KL(gaussianOf(in[2:])) }, rowTotals(kl, d), tensor.Shape{n}},
			"Repeat":         {func(in []*graph.Node) *graph.Node { return gaussianOf(in).Repeat(2).KL(gaussianOf(in[2:]).Repeat(2)) }, twice(rowTotals(kl, d)), tensor.Shape{2 * n}},
			"StandardNormal": {func(in []*graph.Node) *graph.Node { return StandardNormal(in[4], n, d).Sample(in[4]) }, noise.Float64s(), tensor.Shape{n * k, d}},
		} {
			values := append(append([]*tensor.Dense{}, qv...), append(append([]*tensor.Dense{}, pv...), noise)...)
			for _, dt := range []tensor.Dtype{graph.Float64, graph.Float32} {
				tol := 1e-10
				if dt == graph.Float32 {
					tol = 1e-3
				}
				g := graph.New()
				var in []*graph.Node
				for i, v := range values {
					in = append(in, input(g, dt, fmt.Sprint("in ", i), v))
				}
				out := c.build(in)
				if !out.Shape().Eq(c.shape) {
					rt.Errorf("%s has shape %v, want %v", name, out.Shape(), c.shape)
				}
				near(t, fmt.Sprint(name, " in ", dt), valueOf(t, out), c.want, tol)
			}
			if err := graph.CheckGrad(c.build, values, upstream, 1e-6); err != nil {
				rt.Errorf("%s: %v", name, err)
			}
		}
	})
}

func rowTotals(x []float64, m int) (sums []float64) {
	for i := 0; i < len(x); i += m {
		sums = append(sums, total(x[i:i+m]))
	}
	return sums
}

func twice(x []float64) (out []float64) {
	for _, v := range x {
		out = append(out, v, v)
	}
	return out
}

// A stopped Gaussian has its values and no derivative.
func TestGaussianStop(t *testing.T) {
	g := graph.New()
	in := []*graph.Node{graph.Input(g, "mean", random(1, "mean", 2, 2, 3)), graph.Input(g, "logvar", random(1, "logvar", 1, 2, 3))}
	z := graph.Input(g, "z", random(1, "z", 2, 4, 3))
	q := gaussianOf(in)
	near(t, "density", valueOf(t, q.Stop().LogProb(z)), valueOf(t, q.LogProb(z)), 0)
	grads, err := graph.Grad(Mean(q.Stop().LogProb(z)), append(in, z))
	if err != nil {
		t.Fatal(err)
	}
	if grads[0] != nil || grads[1] != nil || grads[2] == nil {
		t.Errorf("found gradients %v, want one in z alone", grads)
	}
}

func TestGaussianPanics(t *testing.T) {
	g := graph.New()
	leaf := func(shape ...int) *graph.Node {
		return graph.Input(g, fmt.Sprint("leaf ", len(g.AllNodes())), graph.Zero(graph.Float64, shape...))
	}
	q := Gaussian{leaf(2, 3), leaf(2, 3)}
	mustPanic(t, "samples of two and a half for each item", errShape, func() { q.Sample(leaf(5, 3)) })
	mustPanic(t, "samples of other dimensions", errShape, func() { q.LogProb(leaf(4, 2)) })
	mustPanic(t, "no sample", errSamples, func() { q.Sample(leaf(0, 3)) })
	mustPanic(t, "variances of another shape", errShape, func() { Gaussian{leaf(2, 3), leaf(2, 2)}.Entropy() })
	mustPanic(t, "vectors", errShape, func() { Gaussian{leaf(2), leaf(2)}.Entropy() })
	mustPanic(t, "a divergence from one of another shape", errShape, func() { q.KL(Gaussian{leaf(1, 3), leaf(1, 3)}) })
	mustPanic(t, "repeated never", errSamples, func() { q.Repeat(0) })
}
