package elbo

import (
	"math"
	"slices"
	"testing"

	"gorgonia.org/tensor"

	"arbelos/graph"
)

// derivative is the gradient of a scalar, to be run for several values of the
// inputs.
type derivative struct{ wrt, grads []*graph.Node }

func newDerivative(t testing.TB, cost *graph.Node, wrt []*graph.Node) derivative {
	t.Helper()
	grads, err := graph.Grad(cost, wrt)
	if err != nil {
		t.Fatal(err)
	}
	return derivative{wrt, grads}
}

// run returns the elements of the gradient in each input, zeros where there is
// none.
func (d derivative) run(t testing.TB) [][]float64 {
	t.Helper()
	m := graph.NewMachine(d.wrt[0].Dtype(), graph.NewPool())
	defer m.Close()
	if err := m.Finish(slices.DeleteFunc(slices.Clone(d.grads), func(g *graph.Node) bool { return g == nil })...); err != nil {
		t.Fatal(err)
	}
	out := make([][]float64, len(d.wrt))
	for i, g := range d.grads {
		out[i] = make([]float64, d.wrt[i].Shape().TotalSize())
		if g != nil {
			copy(out[i], graph.Float64s(m.Value(g)))
		}
	}
	return out
}

func gradientsOf(t testing.TB, cost *graph.Node, wrt []*graph.Node) [][]float64 {
	t.Helper()
	return newDerivative(t, cost, wrt).run(t)
}

func valueOf(t testing.TB, n *graph.Node) []float64 {
	t.Helper()
	m := graph.NewMachine(n.Dtype(), graph.NewPool())
	defer m.Close()
	if err := m.Finish(n); err != nil {
		t.Fatal(err)
	}
	return graph.Float64s(m.Value(n))
}

// differences returns the central differences of f in every element of the
// values.
func differences(values []*tensor.Dense, f func() float64) [][]float64 {
	out := make([][]float64, len(values))
	for i, v := range values {
		x := v.Float64s()
		out[i] = make([]float64, len(x))
		for j, old := range x {
			out[i][j] = graph.CentralDifference(func(h float64) float64 {
				x[j] = old + h
				return f()
			})
			x[j] = old
		}
	}
	return out
}

func near(t testing.TB, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: got %d elements, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tol*(1+math.Abs(want[i]))) {
			t.Errorf("%s, element %d: got %.12g, want %.12g", what, i, got[i], want[i])
		}
	}
}

func mustPanic(t testing.TB, what, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Errorf("%s: got panic %v, want %q", what, got, want)
		}
	}()
	f()
}

// moments returns the mean and the variance of each element over the draws.
func moments(draws [][]float64) (mean, variance []float64) {
	mean, variance = make([]float64, len(draws[0])), make([]float64, len(draws[0]))
	n := float64(len(draws))
	for _, d := range draws {
		for i, v := range d {
			mean[i] += v / n
		}
	}
	for _, d := range draws {
		for i, v := range d {
			variance[i] += (v - mean[i]) * (v - mean[i]) / (n - 1)
		}
	}
	return mean, variance
}

// withinFourErrors reports where a mean is further than four standard errors
// from the exact value.
func withinFourErrors(t testing.TB, what string, draws [][]float64, exact []float64) {
	t.Helper()
	mean, variance := moments(draws)
	for i := range exact {
		se := math.Sqrt(variance[i] / float64(len(draws)))
		if !(math.Abs(mean[i]-exact[i]) <= 4*se+1e-9) {
			t.Errorf("%s, element %d: mean gradient %.6g, exact %.6g, standard error %.2g", what, i, mean[i], exact[i], se)
		}
	}
}

func total(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

func logMeanExp(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += math.Exp(v)
	}
	return math.Log(sum / float64(len(x)))
}

// input adds x to a graph as a leaf of the given type.
func input(g *graph.Graph, dt tensor.Dtype, name string, x *tensor.Dense) *graph.Node {
	if dt == graph.Float64 {
		return graph.Input(g, name, x)
	}
	return graph.Input(g, name, graph.FromFloat64s(dt, x.Float64s(), x.Shape()...))
}

func random(seed uint64, purpose string, scale float64, shape ...int) *tensor.Dense {
	return graph.Uniform(graph.Rand(seed, purpose), graph.Float64, scale, shape...)
}
