package graph

import (
	"fmt"
	"math"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

// The random graphs have small integers for elements, so that every order of
// summation gives the same bits and any difference is an error.
type randomGraph struct {
	t     *rapid.T
	g     *Graph
	nodes []*Node // all 3 by 3
	unit  *Node   // with elements -1, 0 and 1, so that products stay small
}

func newRandomGraph(t *rapid.T) *randomGraph {
	r := &randomGraph{t: t, g: New()}
	for i := range 3 {
		x := draw(t, 3, 3)
		for j, v := range x.Float64s() {
			x.Float64s()[j] = math.Round(2 * v)
		}
		r.nodes = append(r.nodes, Input(r.g, fmt.Sprint("in", i), x))
	}
	x := draw(t, 3, 3)
	for j, v := range x.Float64s() {
		x.Float64s()[j] = math.Round(v / 1.4)
	}
	r.unit = Input(r.g, "unit", x)
	return r
}

func (r *randomGraph) pick() *Node { return rapid.SampledFrom(r.nodes).Draw(r.t, "node") }

// grow adds n nodes. Half of them are Gorgonia's additions, most with a second
// term that can be added in place.
func (r *randomGraph) grow(n int) {
	rows := func() []int { return rapid.SliceOfN(rapid.IntRange(0, 2), 3, 3).Draw(r.t, "rows") }
	adders := []func() *Node{
		func() *Node { return MatMul(r.pick(), r.unit, rapid.Bool().Draw(r.t, "ta"), true) },
		func() *Node { return scatter(r.pick(), nil, rows(), 3) },
		func() *Node { return padRows(Rows(r.pick(), 1, 3), rapid.IntRange(0, 1).Draw(r.t, "at"), 3) },
		func() *Node { return PadColumns(Columns(r.pick(), 0, 2), rapid.IntRange(0, 1).Draw(r.t, "at"), 3) },
		func() *Node { return r.pick() },
	}
	term := func() *Node { return rapid.SampledFrom(adders).Draw(r.t, "term")() }
	ops := []func() *Node{
		term,
		func() *Node { return Sub(r.pick(), r.pick()) },
		func() *Node { return ReLU(r.pick()) },
		func() *Node { return Stop(r.pick()) },
		func() *Node { return Gather(r.pick(), rows()) },
		func() *Node { return Reshape(r.pick(), 3, 3) },
		func() *Node { return Rows(ConcatRows(r.pick(), r.pick()), 2, 5) },
		func() *Node { return ConcatRows(Rows(r.pick(), 0, 1), Rows(r.pick(), 1, 3)) },
		func() *Node { return AddRow(r.pick(), sumRows(r.pick())) },
		func() *Node {
			sum := gorgonia.Must(gorgonia.Add(sumRows(r.pick()), sumRows(r.pick())))
			return AddRow(r.pick(), sum)
		},
		func() *Node { return gorgonia.Must(gorgonia.Neg(r.pick())) },
	}
	for range n {
		if rapid.Bool().Draw(r.t, "sum") {
			r.nodes = append(r.nodes, gorgonia.Must(gorgonia.Add(r.pick(), term())))
		} else {
			r.nodes = append(r.nodes, rapid.SampledFrom(ops).Draw(r.t, "op")())
		}
	}
}

func (r *randomGraph) outputs() []*Node {
	return rapid.SliceOfN(rapid.SampledFrom(r.nodes), 1, 8).Draw(r.t, "outputs")
}

// Sums in place never change a value that is an output or read later: any
// sequence of runs over a graph that grows between them gives what plain
// evaluation gives, every output of the last run can be read, and all buffers
// come back, each once.
func TestMachineAgainstPlainEvaluation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRandomGraph(t)
		pool := dirtyPool()
		before := countBuffers(t, pool)
		m := NewMachine(tensor.Float64, pool)
		memo := map[*Node]gorgonia.Value{}
		for range size(t, "runs", 1, 6) {
			r.grow(size(t, "nodes", 1, 12))
			outputs, run := r.outputs(), m.Finish
			if rapid.Bool().Draw(t, "keep") {
				run = m.Run
			}
			if err := run(outputs...); err != nil {
				t.Fatal(err)
			}
			for i, n := range outputs {
				want := float64sOf(t, evaluate(t, n, memo))
				requireClose(t, fmt.Sprintf("output %d", i), Float64s(m.Value(n)), want, 0, 0)
			}
		}
		allocated := len(m.runner.(*machine[float64]).owned)
		m.Close()
		m.Close() // has nothing left to give
		if after := countBuffers(t, pool); after < before || after > before+allocated {
			t.Fatalf("the pool had %d buffers, has %d after %d allocations", before, after, allocated)
		}
	})
}

// countBuffers counts what a pool holds and finds a buffer that it holds twice.
func countBuffers(t rapid.TB, p *Pool) int {
	t.Helper()
	count := 0
	seen := map[*float64]bool{}
	for at, buffers := range p.f64 {
		for _, b := range buffers {
			if c, size := class(cap(b)); c != at || size != cap(b) {
				t.Fatalf("a buffer of %d elements is in class %d", cap(b), at)
			}
			if first := &b[:1][0]; seen[first] {
				t.Fatal("one buffer was given back twice")
			} else {
				seen[first] = true
			}
			count++
		}
	}
	for _, buffers := range p.f32 {
		count += len(buffers)
	}
	return count
}
