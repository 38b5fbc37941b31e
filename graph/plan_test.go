package graph

import (
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// planOf returns the steps of a run on a new machine by their nodes.
func planOf(outputs ...*Node) (order []*Node, steps map[*Node]step) {
	m := NewMachine(outputs[0].Dtype(), NewPool()).runner.(*machine[float64])
	steps = map[*Node]step{}
	for _, st := range m.plan(outputs) {
		if st.node != nil {
			order = append(order, st.node)
			steps[st.node] = st
		}
	}
	return order, steps
}

func TestPlanOrder(t *testing.T) {
	cost, in := smallNet(t, tensor.Float64)
	grads := mustGrad(t, cost, in...)
	order, steps := planOf(append(grads, cost, cost)...)
	at := map[*Node]int{}
	for i, n := range order {
		if _, twice := at[n]; twice {
			t.Errorf("%v is computed twice", n)
		}
		at[n] = i
		for _, c := range steps[n].kids {
			if j, ok := at[c]; !ok || j >= i {
				t.Errorf("%v is computed before its child %v", n, c)
			}
		}
	}
	for _, n := range append(grads, cost) {
		if _, ok := at[n]; !ok {
			t.Errorf("the output %v is not computed", n)
		}
	}
	if unrelated := Scale(in[0], 2); steps[unrelated].node != nil {
		t.Error("a node that no output needs is computed")
	}
}

// A term that an earlier run has computed is not computed again.
func TestPlanDoesNotFuseWhatIsThere(t *testing.T) {
	g := New()
	x := Input(g, "x", Zero(tensor.Float64, 3, 3))
	term := MatMul(x, x, false, true)
	m := NewMachine(tensor.Float64, NewPool())
	if err := m.Run(Scale(x, 2), term); err != nil {
		t.Fatal(err)
	}
	sum := gorgonia.Must(gorgonia.Add(x, term))
	for _, st := range m.runner.(*machine[float64]).plan([]*Node{sum}) {
		if st.node != nil && (st.node != sum || !st.sum || st.add != nil) {
			t.Errorf("%v is computed, with %v added in; want the plain sum only", st.node, st.add)
		}
	}
}

// A sum takes its second term in where nobody else reads it and its op can add.
func TestPlanFusesSums(t *testing.T) {
	g := New()
	x := Input(g, "x", Zero(tensor.Float64, 3, 3))
	add := func(a, b *Node) *Node { return gorgonia.Must(gorgonia.Add(a, b)) }
	product := func() *Node { return MatMul(x, x, false, true) }
	sum := func(n *Node) *Node { return Dot(LogSumExp(n), []float64{1, 2, 3}) }
	once, twice, output, double := product(), product(), product(), product()
	for name, c := range map[string]struct {
		term, sum *Node
		outputs   []*Node
		fused     bool
	}{
		"read once":        {term: once, sum: add(x, once), fused: true},
		"read elsewhere":   {term: twice, sum: add(Mul(twice, x), twice)},
		"an output":        {term: output, sum: add(x, output), outputs: []*Node{output}},
		"both terms":       {term: double, sum: add(double, double)},
		"cannot add":       {term: Scale(x, 2), sum: add(x, Scale(x, 2))},
		"of scalars":       {term: sum(product()), sum: add(sum(x), sum(product()))},
		"input for a term": {term: x, sum: add(product(), x)},
	} {
		_, steps := planOf(append(c.outputs, c.sum)...)
		kids := childrenOf(c.sum)
		if got := steps[kids[1]].fused; got != c.fused {
			t.Errorf("%s: fused %t, want %t", name, got, c.fused)
		}
		if got := steps[c.sum].add != nil; got != c.fused {
			t.Errorf("%s: the sum takes its term in: %t, want %t", name, got, c.fused)
		}
	}
}
