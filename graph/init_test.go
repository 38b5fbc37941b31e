package graph

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
)

// meanAndVariance of a sample.
func meanAndVariance(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, variance
}

// within wants got to be no more than four standard errors from want.
func within(t *testing.T, what string, got, want, standardError float64) {
	t.Helper()
	if math.Abs(got-want) > 4*standardError {
		t.Errorf("%s: %v, want %v within four times %v", what, got, want, standardError)
	}
}

func TestUniform(t *testing.T) {
	const a, n = 0.1, 100_000
	x := Float64s(Uniform(Rand(0, "uniform"), tensor.Float64, a, 100, n/100))
	mean, variance := meanAndVariance(x)
	within(t, "mean", mean, 0, a/math.Sqrt(3*n))
	within(t, "variance", variance, a*a/3, a*a*math.Sqrt(4./45/n)) // E x⁴ - (E x²)² = a⁴/5 - a⁴/9
	for i, v := range x {
		if v < -a || v >= a {
			t.Fatalf("element %d is %v", i, v)
		}
	}
}

func TestDropoutMask(t *testing.T) {
	const n = 100_000
	for _, p := range []float64{0, 0.1, 0.5, 0.9} {
		x := Float64s(DropoutMask(Rand(0, "dropout"), tensor.Float64, p, n))
		dropped := 0.
		for i, v := range x {
			switch v {
			case 0:
				dropped++
			case 1 / (1 - p):
			default:
				t.Fatalf("p %v: element %d is %v", p, i, v)
			}
		}
		within(t, "share dropped", dropped/n, p, math.Sqrt(p*(1-p)/n))
		mean, _ := meanAndVariance(x)
		within(t, "mean", mean, 1, math.Sqrt(p/(1-p)/n)+1e-12)
	}
}

// Both element types start from the same draws.
func TestInitOfBothTypes(t *testing.T) {
	for name, f := range map[string]func(dt tensor.Dtype) *tensor.Dense{
		"Uniform":     func(dt tensor.Dtype) *tensor.Dense { return Uniform(Rand(3, "init"), dt, 0.1, 20, 30) },
		"DropoutMask": func(dt tensor.Dtype) *tensor.Dense { return DropoutMask(Rand(3, "init"), dt, 0.3, 20, 30) },
	} {
		single, double := f(tensor.Float32), f(tensor.Float64)
		if single.Dtype() != tensor.Float32 || double.Dtype() != tensor.Float64 || !single.Shape().Eq(tensor.Shape{20, 30}) {
			t.Errorf("%s: %v of %v and %v", name, single.Shape(), single.Dtype(), double.Dtype())
		}
		want := Float64s(double)
		for i, v := range want {
			want[i] = float64(float32(v))
		}
		requireSameBits(t, name, Float64s(single), want)
	}
}
