package graph

import (
	"math"
	"strings"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestFloat64sAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := anyShape(t)
		x := rapid.SliceOfN(rapid.Float64(), tensor.Shape(shape).TotalSize(), -1).Draw(t, "x")[:tensor.Shape(shape).TotalSize()]
		double := FromFloat64s(tensor.Float64, x, shape...)
		requireSameBits(t, "Float64", Float64s(double), x)
		rounded := make([]float64, len(x))
		for i, v := range x {
			rounded[i] = float64(float32(v))
		}
		single := FromFloat64s(tensor.Float32, x, shape...)
		requireSameBits(t, "Float32", Float64s(single), rounded)
		if !single.Shape().Eq(tensor.Shape(shape)) || !double.Shape().Eq(tensor.Shape(shape)) {
			t.Fatalf("shapes %v and %v, want %v", single.Shape(), double.Shape(), shape)
		}
	})
}

func TestFloat64sCopies(t *testing.T) {
	x := []float64{1, 2}
	v := FromFloat64s(tensor.Float64, x, 2)
	x[0] = 9
	y := Float64s(v)
	y[1] = 9
	requireSameBits(t, "elements", Float64s(v), []float64{1, 2})
}

func TestFloat64sOfAScalar(t *testing.T) {
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		requireSameBits(t, "scalar", Float64s(FromFloat64s(dt, []float64{2.5})), []float64{2.5})
	}
}

func TestZero(t *testing.T) {
	for _, dt := range []tensor.Dtype{tensor.Float32, tensor.Float64} {
		for _, shape := range [][]int{{}, {0}, {4}, {2, 3}, {3, 0}} {
			v := Zero(dt, shape...)
			if v.Dtype() != dt || !v.Shape().Eq(tensor.Shape(shape)) {
				t.Errorf("found %v of %v, want %v of %v", v.Shape(), v.Dtype(), shape, dt)
			}
			requireSameBits(t, "zeros", Float64s(v), make([]float64, tensor.Shape(shape).TotalSize()))
		}
	}
}

func TestFloatPanics(t *testing.T) {
	mustPanic(t, "zeros that are integers", errDtype, func() { Zero(tensor.Int, 2) })
	mustPanic(t, "elements that are integers", errDtype, func() { Float64s(tensor.New(tensor.WithBacking([]int{1, 2}))) })
	mustPanic(t, "too few elements", errShape, func() { FromFloat64s(tensor.Float64, []float64{math.Pi}, 2) })
}

func TestParseDtype(t *testing.T) {
	for name, want := range map[string]tensor.Dtype{"float32": tensor.Float32, "float64": tensor.Float64} {
		if got, err := ParseDtype(name); err != nil || got != want {
			t.Errorf("%s: found %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "float", "Float32", "float16", "int"} {
		if _, err := ParseDtype(name); err == nil || !strings.Contains(err.Error(), `"`+name+`"`) || !strings.Contains(err.Error(), "float32 or float64") {
			t.Errorf("%q: found error %v", name, err)
		}
	}
}
