package dirichlet

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The standard library's is another approximation, on other intervals.
func TestLogGamma(t *testing.T) {
	for _, impl := range all {
		t.Run(impl.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				x := make([]float64, rapid.IntRange(0, 20).Draw(t, "length"))
				for i := range x {
					x[i] = positive(t, "x")
				}
				got := make([]float64, len(x))
				overDoubles(impl.logGamma, got, x)
				for i, v := range x {
					if want, _ := math.Lgamma(v); !(math.Abs(got[i]-want) <= 2e-14*max(1, math.Abs(want))) {
						t.Fatalf("log gamma(%v): found %.17g, want %.17g", v, got[i], want)
					}
				}
			})
		})
	}
}

func TestLogGammaOfKnownArguments(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	x := []float64{1, 2, 0.5, 11, 0, inf, -1, -inf, nan, math.MaxFloat64, 1e-300, 15.999999999999998, 16, 1e100}
	want := []float64{0, 0, 0.5 * math.Log(math.Pi), math.Log(3628800), inf, inf, nan, nan, nan, inf, 300 * math.Ln10,
		math.Log(1307674368000), math.Log(1307674368000), 1e100 * (100*math.Ln10 - 1)}
	for _, impl := range all {
		got := make([]float64, len(x))
		overDoubles(impl.logGamma, got, x)
		for i, w := range want {
			if g := got[i]; g != w && !(math.IsNaN(g) && math.IsNaN(w)) && !(math.Abs(g-w) <= 1e-14*max(1, math.Abs(w))) {
				t.Errorf("%s: log gamma(%v): found %.17g, want %.17g", impl.name, x[i], g, w)
			}
		}
	}
}
