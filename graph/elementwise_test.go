package graph

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func zip(f func(x, y float64) float64) func([][]float64) []float64 {
	return func(in [][]float64) []float64 {
		out := make([]float64, len(in[0]))
		for i := range out {
			out[i] = f(in[0][i], in[1][i])
		}
		return out
	}
}

func each(f func(x float64) float64) func([][]float64) []float64 {
	return func(in [][]float64) []float64 {
		out := make([]float64, len(in[0]))
		for i := range out {
			out[i] = f(in[0][i])
		}
		return out
	}
}

// anyShape draws a vector, matrix or stack of matrices, with no elements too.
func anyShape(t *rapid.T) []int {
	return rapid.SliceOfN(rapid.IntRange(0, 4), 1, 3).Draw(t, "shape")
}

func TestPairwise(t *testing.T) {
	for name, c := range map[string]opCheck{
		"Add": {func(in []*Node) *Node { return Add(in[0], in[1]) }, zip(func(x, y float64) float64 { return x + y })},
		"Sub": {func(in []*Node) *Node { return Sub(in[0], in[1]) }, zip(func(x, y float64) float64 { return x - y })},
		"Mul": {func(in []*Node) *Node { return Mul(in[0], in[1]) }, zip(func(x, y float64) float64 { return x * y })},
		"of sums": {
			func(in []*Node) *Node { return Mul(Sub(in[0], in[1]), Add(in[0], in[1])) },
			zip(func(x, y float64) float64 { return x*x - y*y }),
		},
	} {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			shape := anyShape(t)
			c.on(t, draw(t, shape...), draw(t, shape...))
		}))
	}
}

func TestOneOperandTwice(t *testing.T) {
	for name, c := range map[string]opCheck{
		"x+x": {func(in []*Node) *Node { return Add(in[0], in[0]) }, each(func(x float64) float64 { return 2 * x })},
		"x-x": {func(in []*Node) *Node { return Sub(in[0], in[0]) }, each(func(float64) float64 { return 0 })},
		"x*x": {func(in []*Node) *Node { return Mul(in[0], in[0]) }, each(func(x float64) float64 { return x * x })},
	} {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) { c.on(t, draw(t, anyShape(t)...)) }))
	}
}

func TestScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(-3, 3).Draw(t, "factor")
		opCheck{
			func(in []*Node) *Node { return Scale(in[0], c) },
			each(func(x float64) float64 { return c * x }),
		}.on(t, draw(t, anyShape(t)...))
	})
}

func TestDropout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := draw(t, anyShape(t)...)
		mask := DropoutMask(generator(t), tensor.Float64, 0.5, x.Shape()...)
		opCheck{
			func(in []*Node) *Node {
				m := Input(in[0].Graph(), "mask", FromFloat64s(in[0].Dtype(), Float64s(mask), mask.Shape()...))
				return Dropout(in[0], m)
			},
			func(in [][]float64) []float64 {
				return zip(func(x, m float64) float64 { return x * m })([][]float64{in[0], Float64s(mask)})
			},
		}.on(t, x)
	})
}

func TestDropoutMaskHasNoGradient(t *testing.T) {
	g := New()
	x, mask := Input(g, "x", Zero(tensor.Float64, 3)), Input(g, "mask", Zero(tensor.Float64, 3))
	grads := mustGrad(t, Sum(Dropout(x, mask)), x, mask)
	if grads[0] == nil || grads[1] != nil {
		t.Errorf("gradients in x and mask: %v, %v; want one and none", grads[0], grads[1])
	}
}

func TestReLU(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := draw(t, anyShape(t)...)
		for i, v := range x.Float64s() { // the corner has no central difference
			if math.Abs(v) < 0.01 {
				x.Float64s()[i] = 0.01
			}
		}
		opCheck{
			func(in []*Node) *Node { return ReLU(in[0]) },
			each(func(x float64) float64 {
				if x < 0 {
					return 0
				}
				return x
			}),
		}.on(t, x)
	})
}

func TestReLUAtTheEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	g := New()
	x := Input(g, "x", FromFloat64s(tensor.Float64, []float64{0, math.Copysign(0, -1), inf, -inf, nan}, 5))
	y := ReLU(x)
	got := finish(t, NewPool(), y, mustGrad(t, Sum(y), x)[0])
	requireClose(t, "value", got[0], []float64{0, 0, inf, 0, nan}, 0, 0)
	requireClose(t, "gradient", got[1], []float64{0, 0, 1, 0, 0}, 0, 0)
}

func TestStop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := draw(t, anyShape(t)...)
		g := New()
		x := Input(g, "x", v)
		stopped := Stop(x)
		// d/dx sum w x stop(x) = w x, not 2 w x.
		product := weighted(Mul(x, stopped), weight)
		got := finish(t, NewPool(), stopped, mustGrad(t, product, x)[0])
		requireSameBits(t, "value", got[0], Float64s(v))
		want := Float64s(v)
		for i := range want {
			want[i] *= weight(i)
		}
		requireClose(t, "gradient", got[1], want, 1e-14, 0)
	})
}

func TestZeros(t *testing.T) {
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		for _, shape := range [][]int{{}, {0}, {3}, {2, 3}, {0, 3}} {
			g := New()
			z := Zeros(g, dt, shape...)
			if !z.Shape().Eq(tensor.Shape(shape)) || z.Dtype() != dt {
				t.Errorf("found %v of %v, want %v of %v", z.Shape(), z.Dtype(), shape, dt)
			}
			got := finish(t, dirtyPool(), z)
			requireSameBits(t, "zeros", got[0], make([]float64, tensor.Shape(shape).TotalSize()))
		}
	}
}

// Gorgonia drops ops without children that nobody reads from a graph when it
// differentiates, and loses count of those that come after.
func TestZerosNobodyReads(t *testing.T) {
	g := New()
	Zeros(g, tensor.Float64, 3)
	x := Input(g, "x", FromFloat64s(tensor.Float64, []float64{1, 2, 3}, 3))
	y := Scale(x, 2)
	z := Zeros(g, tensor.Float64, 3)
	grads := mustGrad(t, weighted(Mul(y, x), weight), x) // a sum of two gradients
	got := finish(t, NewPool(), grads[0], Add(y, z))
	requireClose(t, "gradient", got[0], []float64{4 * weight(0), 8 * weight(1), 12 * weight(2)}, 1e-14, 0)
	requireSameBits(t, "sum", got[1], []float64{2, 4, 6})
}

func TestElementwisePanics(t *testing.T) {
	g := New()
	a, b := Zeros(g, tensor.Float64, 2, 3), Zeros(g, tensor.Float64, 3, 2)
	v := Zeros(g, tensor.Float64, 6)
	for name, f := range map[string]func(){
		"Add":            func() { Add(a, b) },
		"Sub":            func() { Sub(a, b) },
		"Mul":            func() { Mul(a, v) },
		"Mul broadcasts": func() { Mul(a, Zeros(g, tensor.Float64, 1, 3)) },
		"Dropout":        func() { Dropout(a, b) },
	} {
		mustPanic(t, name, errShape, f)
	}
}
