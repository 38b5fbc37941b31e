package graph

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

func vectors(g *Graph, names ...string) []*Node {
	in := make([]*Node, len(names))
	for i, name := range names {
		in[i] = Input(g, name, FromFloat64s(tensor.Float64, []float64{1, 2, 3}, 3))
	}
	return in
}

func TestGradOrderAndGaps(t *testing.T) {
	in := vectors(New(), "a", "b", "behind stop", "also behind stop", "not read", "read elsewhere")
	a, b, stopped, both, other := in[0], in[1], in[2], in[3], in[5]
	Scale(other, 2)
	cost := Sum(Add(Mul(Add(a, Stop(stopped)), Stop(both)), Add(Scale(b, 5), both)))
	grads := mustGrad(t, cost, b, stopped, in[4], a, other, both, b)
	got := finish(t, NewPool(), grads...)
	for i, want := range [][]float64{{5, 5, 5}, nil, nil, {1, 2, 3}, nil, {1, 1, 1}, {5, 5, 5}} {
		if (grads[i] == nil) != (want == nil) {
			t.Errorf("gradient %d: %v, want %v", i, grads[i], want)
			continue
		}
		requireClose(t, fmt.Sprint("gradient ", i), got[i], want, 1e-15, 0)
	}
}

func TestGradOfWhatDependsOnNothing(t *testing.T) {
	in := vectors(New(), "a", "b")
	if grads := mustGrad(t, Sum(Stop(in[0])), in...); grads[0] != nil || grads[1] != nil {
		t.Errorf("found %v, want no gradients", grads)
	}
}

func TestGradErrors(t *testing.T) {
	in := vectors(New(), "a")
	for name, f := range map[string]func() ([]*Node, error){
		"a cost of three elements": func() ([]*Node, error) { return Grad(Scale(in[0], 2), in) },
		"in what is no input": func() ([]*Node, error) {
			x := Scale(in[0], 3)
			return Grad(Sum(x), []*Node{x})
		},
	} {
		if _, err := f(); err == nil || !strings.HasPrefix(err.Error(), "graph: differentiating: ") {
			t.Errorf("%s: found error %v", name, err)
		}
	}
}

// Gorgonia would add the second cost's gradients to the first one's where both
// depend on a node, and leave them out beneath it.
func TestGradTwicePanics(t *testing.T) {
	in := vectors(New(), "a", "b")
	y := Scale(in[0], 2)
	mustGrad(t, Sum(y), in[0])
	mustPanic(t, "another cost", errTwice, func() { Grad(Dot(y, []float64{1, 2, 3}), in) })
	if grads := mustGrad(t, Sum(in[1]), in[1]); grads[0] == nil { // shares no node with the first
		t.Error("found no gradient")
	}
}

// verifySums must notice any sum that is not of the partial derivatives that
// the ops gave.
func TestGradVerifiesSums(t *testing.T) {
	for name, forge := range map[string]func(x *Node, op *Op){
		"another partial":     func(_ *Node, op *Op) { op.partials[0] = Scale(op.partials[0], 2) },
		"one partial missing": func(_ *Node, op *Op) { op.partials[0] = nil },
		"one partial twice":   func(_ *Node, op *Op) { op.partials[0] = op.partials[1] },
		"one partial more": func(x *Node, op *Op) {
			op.children, op.partials = append(op.children, x), append(op.partials, op.partials[0])
		},
		"no sum": func(x *Node, op *Op) {
			gorgonia.SetDerivOf(gorgonia.Must(gorgonia.HadamardProd(op.partials[0], op.partials[1])), x)
		},
	} {
		x := vectors(New(), "a")[0]
		pair := twoPartials(x, x, func(g *Node) []*Node { return []*Node{Scale(g, 2), Scale(g, 3)} })
		cost := Sum(pair)
		mustGrad(t, cost, x)
		forge(x, pair.Op().(*Op))
		if err := verifySums(cost); !errors.Is(err, ErrMerged) {
			t.Errorf("%s: found error %v, want ErrMerged", name, err)
		}
	}
}

// twoPartials is 2 a + 3 b with a gradient of the test's own making.
func twoPartials(a, b *Node, grad func(g *Node) []*Node) *Node {
	return apply(spec{
		name:  "two-partials",
		shape: shapeOf(a),
		run:   kernel{f64: pairwise(func(x, y float64) float64 { return 2*x + 3*y })},
		grad:  func(_ []*Node, _, g *Node) []*Node { return grad(g) },
	}, a, b)
}

// Gorgonia does merge two different sums if the hashes of their terms collide.
// With 32 bits they do once in a while, here on purpose.
func TestGradFindsACollision(t *testing.T) {
	build := func(grad func(g *Node) []*Node) (cost *Node, in []*Node) {
		in = vectors(New(), "a", "b")
		return Sum(Add(Add(in[0], in[1]), twoPartials(in[0], in[1], grad))), in
	}
	cost, in := build(func(g *Node) []*Node {
		defer opID.Store(opID.Load() + 100)
		first, second := collidingScales(t, g)
		opID.Store(first - 1)
		a := Scale(g, 2)
		opID.Store(second - 1)
		return []*Node{a, Scale(g, 3)}
	})
	if _, err := Grad(cost, in); !errors.Is(err, ErrMerged) {
		t.Errorf("found error %v, want ErrMerged", err)
	}
	if in[0].Deriv() != in[1].Deriv() {
		t.Fatal("the hashes did not collide: the test shows nothing")
	}

	cost, in = build(func(g *Node) []*Node { return []*Node{Scale(g, 2), Scale(g, 3)} })
	got := finish(t, NewPool(), mustGrad(t, cost, in...)...)
	requireSameBits(t, "in a, built again", got[0], []float64{3, 3, 3})
	requireSameBits(t, "in b, built again", got[1], []float64{4, 4, 4})
}

// collidingScales returns two instance ids with which Scale of g has one hash.
func collidingScales(t *testing.T, g *Node) (first, second uint64) {
	t.Helper()
	hashWith := func(id uint64) uint32 {
		h := fnv.New32a()
		fmt.Fprintf(h, "%v%v", g.Type(), g.Shape()) // as gorgonia.Node.WriteHash does
		(&Op{spec: spec{name: "scale"}, id: id}).WriteHash(h)
		h.Write([]byte{1})
		h.Write(binary.LittleEndian.AppendUint32(nil, g.Hashcode()))
		return h.Sum32()
	}
	if n := Scale(g, 1); n.Hashcode() != hashWith(n.Op().(*Op).id) {
		t.Fatal("Gorgonia hashes nodes in another way")
	}
	seen := map[uint32]uint64{}
	for r := Rand(0, "collision"); ; {
		id := r.Uint64() // the birthday paradox: some 80,000 draws
		h := hashWith(id)
		if other, ok := seen[h]; ok {
			return other, id
		}
		seen[h] = id
	}
}

// A node that one of Gorgonia's ops reads too has partials that are not known:
// its sum is left alone, and right.
func TestGradThroughForeignOps(t *testing.T) {
	opCheck{build: func(in []*Node) *Node {
		x := Scale(in[0], 0.5)
		return Add(gorgonia.Must(gorgonia.Exp(x)), Mul(x, gorgonia.Must(gorgonia.Tanh(x))))
	}}.on(t, FromFloat64s(tensor.Float64, []float64{0.3, -0.7, 1.1}, 3))
}
