package graph

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// withProcs runs f as on a machine of n cores.
func withProcs(n int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	f()
}

// Every index is visited once, at any number of threads, and no range is below
// the grain unless it is the only one.
func TestParallelCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, grain := size(t, "n", 0, 300), size(t, "grain", 0, 100)
		visits := make([]atomic.Int32, n)
		var short, ranges atomic.Int32
		withProcs(size(t, "procs", 1, 5), func() {
			parallel(n, grain, func(from, to int) {
				ranges.Add(1)
				if to-from < grain {
					short.Add(1)
				}
				for i := from; i < to; i++ {
					visits[i].Add(1)
				}
			})
		})
		for i := range visits {
			if v := visits[i].Load(); v != 1 {
				t.Fatalf("index %d visited %d times", i, v)
			}
		}
		if ranges.Load() > 1 && short.Load() > 0 {
			t.Fatalf("%d of %d ranges are shorter than the grain", short.Load(), ranges.Load())
		}
		if n == 0 && ranges.Load() != 0 {
			t.Fatal("called for nothing")
		}
	})
}

func TestParallelUsesTheCores(t *testing.T) {
	var ranges atomic.Int32
	withProcs(3, func() { parallel(100, 10, func(int, int) { ranges.Add(1) }) })
	if ranges.Load() != 3 {
		t.Errorf("%d ranges, want 3", ranges.Load())
	}
}

// The same bits at any number of threads: values and gradients of every kernel
// that works in parallel, at sizes where it does.
func TestSameBitsAtAnyNumberOfThreads(t *testing.T) {
	const n, m = 257, 301
	idx := make([]int, 3*n)
	refs := make([]Ref, 2*n)
	targets := make([]int, n)
	matrix := &CSR{Cols: 5 * n}
	r := Rand(5, "test")
	for i := range idx {
		idx[i] = r.IntN(n / 4) // many times each
	}
	for i := range refs {
		refs[i] = Ref{r.IntN(2), r.IntN(n)}
	}
	for i := range targets {
		targets[i] = r.IntN(m)
	}
	for range 5000 {
		matrix.AppendRow(r.IntN(5*n), r.IntN(5*n), r.IntN(5*n))
	}
	levels, prev := []int{0, 90, 180, n}, [][]int{nil, idx[:90], idx[90 : n-90]}
	heights := make([][]Ref, 2)
	for k := range heights {
		for range 2 * n {
			heights[k] = append(heights[k], Ref{r.IntN(k + 1), r.IntN(n)})
		}
	}
	chart := NewChart([]int{30, 30, 29, 28, 28, 27, 25, 20})
	posts, spans := 8+30+30+29+28+28+27+25+20, chart.Upto(30)
	for name, c := range map[string]struct {
		shapes [][]int
		build  func(in []*Node) *Node
	}{
		"Add":            {[][]int{{n, m}, {n, m}}, func(in []*Node) *Node { return Add(in[0], in[1]) }},
		"Mul":            {[][]int{{n, m}, {n, m}}, func(in []*Node) *Node { return Mul(in[0], in[1]) }},
		"Dropout":        {[][]int{{n, m}, {n, m}}, func(in []*Node) *Node { return Dropout(in[0], in[1]) }},
		"ReLU":           {[][]int{{n, m}}, func(in []*Node) *Node { return ReLU(in[0]) }},
		"LogSigmoid":     {[][]int{{n, m}}, func(in []*Node) *Node { return LogSigmoid(in[0]) }},
		"MatMul":         {[][]int{{n, m}, {m, n}}, func(in []*Node) *Node { return MatMul(in[0], in[1], false, false) }},
		"MatMul twice":   {[][]int{{n, m}, {n, m}}, func(in []*Node) *Node { return MatMul(MatMul(in[0], in[1], false, true), in[1], true, false) }},
		"AddRow":         {[][]int{{n, m}, {m}}, func(in []*Node) *Node { return AddRow(in[0], in[1]) }},
		"Gather":         {[][]int{{n, m}}, func(in []*Node) *Node { return Gather(in[0], idx) }},
		"Gather vector":  {[][]int{{n}}, func(in []*Node) *Node { return Gather(in[0], idx) }},
		"GatherFrom":     {[][]int{{n, m}, {n, m}}, func(in []*Node) *Node { return GatherFrom(in, refs) }},
		"Columns":        {[][]int{{n, m}}, func(in []*Node) *Node { return Mul(Columns(in[0], 0, m-1), Columns(in[0], 1, m)) }},
		"Rows":           {[][]int{{n, m}}, func(in []*Node) *Node { return Mul(Rows(in[0], 0, n-1), Rows(in[0], 1, n)) }},
		"LayerNorm":      {[][]int{{n, m}, {m}, {m}}, func(in []*Node) *Node { return LayerNorm(in[0], in[1], in[2]) }},
		"LogSumExp":      {[][]int{{n, m}}, func(in []*Node) *Node { return LogSumExp(in[0]) }},
		"LogSoftmaxPick": {[][]int{{n, m}}, func(in []*Node) *Node { return LogSoftmaxPick(in[0], targets) }},
		"LSTMCell":       {[][]int{{n, 4 * m}, {n, 2 * m}}, func(in []*Node) *Node { return LSTMCell(in[0], in[1]) }},
		"TreeLSTMCell":   {[][]int{{n, 5 * m}, {n, 4 * m}}, func(in []*Node) *Node { return TreeLSTMCell(in[0], in[1]) }},
		"WordLogProbs":   {[][]int{{3 * n, 32}, {m, 32}, {m}}, func(in []*Node) *Node { return WordLogProbs(in[0], in[1], in[2], idx) }},
		"SparseMul":      {[][]int{{5 * n}}, func(in []*Node) *Node { return SparseMul(matrix, in[0]) }},
		"LSTMLevels":     {[][]int{{n, 160}, {160, 40}}, func(in []*Node) *Node { return LSTMLevels(in[0], in[1], levels, prev) }},
		"TreeLSTMLevels": {[][]int{{n, 40}, {200, 80}, {200}}, func(in []*Node) *Node { return TreeLSTMLevels(in[0], in[1], in[2], heights) }},
		"InsideStep":     {[][]int{{spans}}, func(in []*Node) *Node { return insideOf(chart, in[0]) }},
		"EntropyStep":    {[][]int{{spans}}, func(in []*Node) *Node { return entropyOf(chart, in[0]) }},
		"InsideEntropy":  {[][]int{{spans}}, func(in []*Node) *Node { return ConcatRows(InsideEntropy(chart, in[0])) }},
		"SpanScores": {[][]int{{posts, 24}, {24}, {24}, {24}, {1, 24}, {1}}, func(in []*Node) *Node {
			return SpanScores(chart, in[0], SpanMLP{Bias: in[1], Gain: in[2], Shift: in[3], Out: in[4], OutBias: in[5]})
		}},
	} {
		for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
			in := make([]*Node, len(c.shapes))
			g := New()
			for i, shape := range c.shapes {
				in[i] = Input(g, fmt.Sprint("in", i), Uniform(r, dt, 1, shape...))
			}
			out := c.build(in)
			outputs := append([]*Node{out}, mustGrad(t, weighted(out, weight), in...)...)
			var one, more [][]float64
			withProcs(1, func() { one = finish(t, NewPool(), outputs...) })
			for _, procs := range []int{2, 3} {
				withProcs(procs, func() { more = finish(t, NewPool(), outputs...) })
				for i := range one {
					requireSameBits(t, fmt.Sprintf("%s of %v, result %d on %d threads", name, dt, i, procs), more[i], one[i])
				}
			}
		}
	}
}
