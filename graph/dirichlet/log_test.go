package dirichlet

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestLog(t *testing.T) {
	for _, impl := range all {
		t.Run(impl.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				x := make([]float64, rapid.IntRange(0, 20).Draw(t, "length"))
				for i := range x {
					x[i] = rapid.OneOf(rapid.Float64Range(0.5, 2), rapid.Float64Range(0, math.MaxFloat64), rapid.Float64Range(0, 1e-300)).Draw(t, "x")
				}
				got := make([]float64, len(x))
				overDoubles(impl.log, got, x)
				for i, v := range x {
					frac, exp := math.Frexp(v) // the standard library's may be wrong for subnormal numbers
					want := math.Log(frac) + float64(exp)*math.Ln2
					if impl.name == "gonum" {
						want = math.Log(v)
					}
					if g := got[i]; g != want && !(math.Abs(g-want) <= 1e-15*max(1, math.Abs(want))) {
						t.Fatalf("log(%v): found %.17g, want %.17g", v, g, want)
					}
				}
			})
		})
	}
}

func TestLogOfNoPositiveNumber(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	x, want := []float64{0, inf, -1, -inf, nan, 1}, []float64{-inf, inf, nan, nan, nan, 0}
	for _, impl := range all {
		got := make([]float64, len(x))
		overDoubles(impl.log, got, x)
		for i, w := range want {
			if g := got[i]; g != w && !(math.IsNaN(g) && math.IsNaN(w)) {
				t.Errorf("%s: log(%v): found %v, want %v", impl.name, x[i], g, w)
			}
		}
	}
}
