package graph

import (
	"fmt"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// naiveProduct multiplies op(a) by op(b) with three loops; m, k and n are the sizes
// after transposing.
func naiveProduct(a, b []float64, m, k, n int, ta, tb bool) []float64 {
	c := make([]float64, m*n)
	for i := range m {
		for j := range n {
			for l := range k {
				x, y := i*k+l, l*n+j
				if ta {
					x = l*m + i
				}
				if tb {
					y = j*k + l
				}
				c[i*n+j] += a[x] * b[y]
			}
		}
	}
	return c
}

func flip(rows, cols int, transposed bool) []int {
	if transposed {
		return []int{cols, rows}
	}
	return []int{rows, cols}
}

func TestMatMul(t *testing.T) {
	for _, ta := range []bool{false, true} {
		for _, tb := range []bool{false, true} {
			t.Run(fmt.Sprintf("transposed %t %t", ta, tb), rapid.MakeCheck(func(t *rapid.T) {
				m, k, n := size(t, "m", 0, 4), size(t, "k", 0, 4), size(t, "n", 0, 4)
				opCheck{
					func(in []*Node) *Node { return MatMul(in[0], in[1], ta, tb) },
					func(in [][]float64) []float64 { return naiveProduct(in[0], in[1], m, k, n, ta, tb) },
				}.on(t, draw(t, flip(m, k, ta)...), draw(t, flip(k, n, tb)...))
			}))
		}
	}
}

// Both operands are one node: its gradient is the sum of two products, the
// second of which adds to the first one's buffer.
func TestMatMulOfOneNode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, k := size(t, "m", 1, 4), size(t, "k", 1, 4)
		opCheck{
			func(in []*Node) *Node { return MatMul(in[0], in[0], false, true) },
			func(in [][]float64) []float64 { return naiveProduct(in[0], in[0], m, k, m, false, true) },
		}.on(t, draw(t, m, k))
	})
}

// Sizes around and beyond the blocks that kernels work in.
func TestMatMulLarge(t *testing.T) {
	r := Rand(1, "test")
	for _, s := range [][3]int{{63, 65, 64}, {1, 300, 200}, {200, 1, 129}, {150, 140, 130}} {
		m, k, n := s[0], s[1], s[2]
		for _, ta := range []bool{false, true} {
			for _, tb := range []bool{false, true} {
				a := Uniform(r, tensor.Float32, 1, flip(m, k, ta)...)
				b := Uniform(r, tensor.Float32, 1, flip(k, n, tb)...)
				want := naiveProduct(Float64s(a), Float64s(b), m, k, n, ta, tb)
				for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
					g := New()
					c := MatMul(
						Input(g, "a", FromFloat64s(dt, Float64s(a), a.Shape()...)),
						Input(g, "b", FromFloat64s(dt, Float64s(b), b.Shape()...)), ta, tb)
					eps := 1e-12
					if dt == tensor.Float32 {
						eps = 1e-4
					}
					requireClose(t, fmt.Sprint(s, ta, tb, dt), finish(t, NewPool(), c)[0], want, eps, eps)
				}
			}
		}
	}
}

func TestMatMulPanics(t *testing.T) {
	g := New()
	a, v := Zeros(g, tensor.Float64, 2, 3), Zeros(g, tensor.Float64, 3)
	mustPanic(t, "2x3 by 2x3", errShape, func() { MatMul(a, a, false, false) })
	mustPanic(t, "3x2 by 3x2", errShape, func() { MatMul(a, a, true, true) })
	mustPanic(t, "matrix by vector", errShape, func() { MatMul(a, v, false, false) })
	mustPanic(t, "vector by matrix", errShape, func() { MatMul(v, a, true, true) })
}

func BenchmarkMatMul(b *testing.B) {
	r := Rand(1, "benchmark")
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		for _, s := range []struct {
			name    string
			m, k, n int
			ta, tb  bool
		}{
			{"128x128x512", 128, 128, 512, false, false},
			{"128x128x512/b'", 128, 128, 512, false, true},
			{"128x128x512/a'", 128, 128, 512, true, false},
			{"1024x650x2600/b'", 1024, 650, 2600, false, true},
			{"256x650x10000/b'", 256, 650, 10000, false, true},
		} {
			b.Run(fmt.Sprint(dt, "/", s.name), func(b *testing.B) {
				g := New()
				c := MatMul(
					Input(g, "a", Uniform(r, dt, 1, flip(s.m, s.k, s.ta)...)),
					Input(g, "b", Uniform(r, dt, 1, flip(s.k, s.n, s.tb)...)), s.ta, s.tb)
				benchmarkNode(b, c)
				flop := 2 * float64(s.m) * float64(s.k) * float64(s.n) * float64(b.N)
				b.ReportMetric(flop/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}

// benchmarkNode runs a node from its inputs on, without making garbage.
func benchmarkNode(b *testing.B, n *Node) {
	pool := NewPool()
	for b.Loop() {
		m := NewMachine(n.Dtype(), pool)
		if err := m.Finish(n); err != nil {
			b.Fatal(err)
		}
		m.Close()
	}
}

// benchmarkGrad is benchmarkNode for the gradient in wrt of a weighted sum of n,
// and reports the time by element of the gradient.
func benchmarkGrad(b *testing.B, n, wrt *Node) {
	grad := mustGrad(b, weighted(n, weight), wrt)[0]
	benchmarkNode(b, grad)
	reportPerElement(b, wrt.Shape().TotalSize())
}

func reportPerElement(b *testing.B, elements int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(elements), "ns/element")
}
