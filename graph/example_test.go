package graph

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Softplus returns log(1 + exp(x)), elementwise.
func Softplus(x *Node) *Node {
	return apply(spec{
		name:  "softplus",
		shape: shapeOf(x),
		run:   kernel{mapped(softplus[float32]), mapped(softplus[float64])},
		grad:  func(in []*Node, _, g *Node) []*Node { return []*Node{softplusGrad(in[0], g)} },
	}, x)
}

// softplusGrad returns g sigmoid(x).
func softplusGrad(x, g *Node) *Node {
	return apply(spec{
		name:  "softplus-grad",
		shape: shapeOf(x),
		run: kernel{
			pairwise(func(v, d float32) float32 { return d * sigmoid(v) }),
			pairwise(func(v, d float64) float64 { return d * sigmoid(v) }),
		},
	}, x, g)
}

// softplus does not overflow: exp is taken of -|x|.
func softplus[T Float](x T) T {
	v := float64(x)
	return T(max(v, 0) + math.Log1p(math.Exp(-math.Abs(v))))
}

func TestSoftplus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opCheck{
			build: func(in []*Node) *Node { return Softplus(in[0]) },
			want:  each(func(x float64) float64 { return math.Log(1 + math.Exp(x)) }),
		}.on(t, draw(t, anyShape(t)...))
	})
}

// A new op, as docs/graph.md explains it: built, differentiated and run.
func Example_newOp() {
	g := New()
	x := Input(g, "x", FromFloat64s(Float64, []float64{-1, 0, 2}, 3))
	y := Softplus(x)
	grads, err := Grad(Sum(y), []*Node{x})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := NewMachine(Float64, NewPool())
	defer m.Close()
	if err := m.Run(y, grads[0]); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f\n", Float64s(m.Value(y)))
	fmt.Printf("%.4f\n", Float64s(m.Value(grads[0])))
	// Output:
	// [0.3133 0.6931 2.1269]
	// [0.2689 0.5000 0.8808]
}
