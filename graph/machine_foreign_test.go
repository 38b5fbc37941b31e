package graph

import (
	"fmt"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// Ops of Gorgonia's own give what they give by themselves, and leave the values
// that they read as they were.
func TestMachineForeignOps(t *testing.T) {
	must := gorgonia.Must
	for name, f := range map[string]func(x, y *Node) *Node{
		"Tanh":           func(x, _ *Node) *Node { return must(gorgonia.Tanh(x)) },
		"Exp":            func(x, _ *Node) *Node { return must(gorgonia.Exp(x)) },
		"Mul":            func(x, y *Node) *Node { return must(gorgonia.Mul(x, y)) },
		"HadamardProd":   func(x, y *Node) *Node { return must(gorgonia.HadamardProd(x, y)) },
		"Add":            func(x, y *Node) *Node { return must(gorgonia.Add(x, y)) },
		"Add itself":     func(x, _ *Node) *Node { return must(gorgonia.Add(x, x)) },
		"Sub":            func(x, y *Node) *Node { return must(gorgonia.Sub(x, y)) },
		"Neg":            func(x, _ *Node) *Node { return must(gorgonia.Neg(x)) },
		"Square":         func(x, _ *Node) *Node { return must(gorgonia.Square(x)) },
		"Sigmoid":        func(x, _ *Node) *Node { return must(gorgonia.Sigmoid(x)) },
		"SoftMax":        func(x, _ *Node) *Node { return must(gorgonia.SoftMax(x)) },
		"Sum":            func(x, _ *Node) *Node { return must(gorgonia.Sum(x)) },
		"Sum of rows":    func(x, _ *Node) *Node { return must(gorgonia.Sum(x, 0)) },
		"Slice":          func(x, _ *Node) *Node { return must(gorgonia.Slice(x, gorgonia.S(1, 3))) },
		"Concat":         func(x, y *Node) *Node { return must(gorgonia.Concat(0, x, y)) },
		"Transpose":      func(x, _ *Node) *Node { return must(gorgonia.Transpose(x, 1, 0)) },
		"Reshape":        func(x, _ *Node) *Node { return must(gorgonia.Reshape(x, tensor.Shape{9})) },
		"scalar factor":  func(x, y *Node) *Node { return must(gorgonia.Mul(x, must(gorgonia.Sum(y)))) },
		"constant added": func(x, _ *Node) *Node { return must(gorgonia.Add(x, gorgonia.NewConstant(2.5))) },
	} {
		t.Run(name, func(t *testing.T) {
			r, g := Rand(3, "foreign"), New()
			in := []*Node{
				Input(g, "x", Uniform(r, tensor.Float64, 1, 3, 3)),
				Input(g, "y", Uniform(r, tensor.Float64, 1, 3, 3)),
			}
			before := [][]float64{float64sOf(t, in[0].Value()), float64sOf(t, in[1].Value())}
			x, y := Scale(in[0], 2), Scale(in[1], 2)
			out := f(x, y)
			cost := weighted(Mul(x, y), weight) // read after the foreign op
			outputs := []*Node{out, cost, x, y}
			for i, n := range outputs {
				want := float64sOf(t, evaluate(t, n, map[*Node]gorgonia.Value{}))
				requireClose(t, fmt.Sprintf("output %d", i), finish(t, dirtyPool(), outputs...)[i], want, 1e-13, 1e-13)
			}
			for i, n := range in {
				requireSameBits(t, "input", float64sOf(t, n.Value()), before[i])
			}
		})
	}
}

// An op may say that it overwrites its input, and do so.
func TestMachineForeignOpThatOverwrites(t *testing.T) {
	negate := foreignOp{"negate in place", func(v gorgonia.Value) (gorgonia.Value, error) {
		for i, x := range v.(*tensor.Dense).Float64s() {
			v.(*tensor.Dense).Float64s()[i] = -x
		}
		return v, nil
	}}
	x := vectors(New(), "x")[0]
	for _, in := range []*Node{x, Scale(x, 2)} {
		out := gorgonia.Must(gorgonia.ApplyOp(negate, in))
		got := finish(t, NewPool(), out, Add(in, out))
		requireSameBits(t, "sum of opposites", got[1], []float64{0, 0, 0})
	}
}
