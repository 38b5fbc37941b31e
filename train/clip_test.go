package train

import (
	"math"
	"testing"

	"gorgonia.org/tensor"
	"pgregory.net/rapid"
)

func TestClipNorm(t *testing.T) {
	f32 := func(x ...float32) *tensor.Dense {
		return tensor.New(tensor.WithShape(len(x)), tensor.WithBacking(x))
	}
	a, b := vector(3, 0), f32(-4)
	if norm := ClipNorm([]*tensor.Dense{a, nil, b}, 10); norm != 5 {
		t.Errorf("norm %v, want 5", norm)
	}
	if x := elements[float64](a); x[0] != 3 {
		t.Errorf("scaled a gradient within its bound to %v", x)
	}
	if norm := ClipNorm([]*tensor.Dense{a, nil, b}, 0); norm != 5 || elements[float64](a)[0] != 3 {
		t.Errorf("bound 0: norm %v and %v, want 5 and no change", norm, a)
	}
	// torch: clip_coef = max_norm / (total_norm + 1e-6)
	ClipNorm([]*tensor.Dense{a, nil, b}, 1)
	if x, want := elements[float64](a)[0], 3/(5+1e-6); x != want {
		t.Errorf("clipped to %v, want %v", x, want)
	}
	if x, want := elements[float32](b)[0], float32(-4/(5+1e-6)); math.Abs(float64(x-want)) > 1e-7 {
		t.Errorf("clipped to %v, want %v", x, want)
	}
	if norm := ClipNorm(nil, 1); norm != 0 {
		t.Errorf("norm of nothing is %v", norm)
	}
	inf := vector(1, math.Inf(1))
	if norm := ClipNorm([]*tensor.Dense{inf}, 1); !math.IsInf(norm, 1) || elements[float64](inf)[0] != 1 {
		t.Errorf("infinite gradient: norm %v and %v, want +Inf and no change", norm, inf)
	}
}

func TestClipNormBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var grads []*tensor.Dense
		var squares float64
		for range rapid.IntRange(1, 4).Draw(t, "tensors") {
			x := rapid.SliceOfN(rapid.Float64Range(-100, 100), 1, 20).Draw(t, "elements")
			for _, v := range x {
				squares += v * v
			}
			grads = append(grads, vector(x...))
		}
		max := rapid.Float64Range(0.01, 1000).Draw(t, "max")
		norm := ClipNorm(grads, max)
		if math.Abs(norm-math.Sqrt(squares)) > 1e-12*norm {
			t.Fatalf("norm %v, want %v", norm, math.Sqrt(squares))
		}
		after := ClipNorm(grads, 0)
		if want := min(norm, max*norm/(norm+1e-6)); math.Abs(after-want) > 1e-9*want {
			t.Fatalf("norm after clipping %v, want %v", after, want)
		}
	})
}
