package graph

import (
	"runtime"
	"slices"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// The next step allocates nothing that the one before did not, and memory does
// not grow over a thousand of them, the graph being built anew each time.
func TestMachineMemoryStaysFlat(t *testing.T) {
	pool := NewPool()
	step := func() {
		g := New()
		x, w := Input(g, "x", Zero(tensor.Float32, 16, 32)), Input(g, "w", Zero(tensor.Float32, 32, 32))
		h := MatMul(x, w, false, true)
		for range 3 {
			h = Add(ReLU(MatMul(h, w, false, true)), x)
		}
		m := NewMachine(tensor.Float32, pool)
		defer m.Close()
		if err := m.Run(h); err != nil {
			t.Fatal(err)
		}
		if err := m.Finish(mustGrad(t, weighted(h, weight), x, w)...); err != nil {
			t.Fatal(err)
		}
	}
	measure := func() (heap uint64, buffers int) {
		runtime.GC()
		runtime.GC() // twice, for what sync.Pools keep
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return s.HeapAlloc, countBuffers(t, pool)
	}
	for range 100 {
		step()
	}
	heap, buffers := measure()
	for range 1000 {
		step()
	}
	heapAfter, buffersAfter := measure()
	if buffersAfter != buffers {
		t.Errorf("the pool grew from %d to %d buffers", buffers, buffersAfter)
	}
	if heapAfter > heap+1<<20 {
		t.Errorf("the heap grew from %d to %d bytes", heap, heapAfter)
	}
}

// A chain of any length needs the buffers of a few links.
func TestMachineReusesBuffers(t *testing.T) {
	g := New()
	w, h := Input(g, "w", Zero(tensor.Float64, 3, 3)), Input(g, "x", Zero(tensor.Float64, 3, 3))
	for range 100 {
		h = gorgonia.Must(gorgonia.Add(Scale(h, 2), MatMul(ReLU(h), w, false, false)))
	}
	pool := NewPool()
	finish(t, pool, h)
	if n := countBuffers(t, pool); n > 4 {
		t.Errorf("%d buffers, want at most 4", n)
	}
}

// A weight that is used at many levels has one gradient buffer, not one a level.
func TestMachineAddsInPlace(t *testing.T) {
	g := New()
	w := Input(g, "w", Zero(tensor.Float64, 64, 64))
	h := Input(g, "x", Zero(tensor.Float64, 1, 64))
	for range 20 {
		h = MatMul(h, w, false, false)
	}
	grad := mustGrad(t, weighted(h, weight), w)[0]
	m := NewMachine(tensor.Float64, NewPool())
	if err := m.Finish(grad); err != nil {
		t.Fatal(err)
	}
	large := 0
	for _, h := range m.runner.(*machine[float64]).owned {
		if cap(h.buf) >= 64*64 {
			large++
		}
	}
	if large != 1 {
		t.Errorf("%d buffers of the weight's size, want 1", large)
	}
}

// BenchmarkMachine measures what a node costs where it computes next to
// nothing: 4,000 nodes, two thirds of them gradients.
func BenchmarkMachine(b *testing.B) {
	build := func() (cost *Node, wrt []*Node) {
		r, g := Rand(1, "benchmark"), New()
		x := Input(g, "x", Uniform(r, tensor.Float32, 0.1, 2, 4))
		w := Input(g, "w", Uniform(r, tensor.Float32, 0.1, 4, 4))
		h := x
		for range 667 {
			h = Add(MatMul(h, w, false, true), x)
		}
		return Sum(Reshape(h, 8)), []*Node{x, w}
	}
	perNode := func(b *testing.B, nodes int) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
	}
	cost, wrt := build()
	forward := len(cost.Graph().AllNodes())
	grads := mustGrad(b, cost, wrt...)
	all := len(cost.Graph().AllNodes())
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			build()
		}
		perNode(b, forward)
	})
	b.Run("build and differentiate", func(b *testing.B) {
		for b.Loop() {
			cost, wrt := build()
			mustGrad(b, cost, wrt...)
		}
		perNode(b, all)
	})
	b.Run("run", func(b *testing.B) {
		pool := NewPool()
		for b.Loop() {
			m := NewMachine(tensor.Float32, pool)
			if err := m.Finish(slices.Concat(grads, []*Node{cost})...); err != nil {
				b.Fatal(err)
			}
			m.Close()
		}
		perNode(b, all)
	})
}
