package dirichlet

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// farDigamma goes so far up by the recurrence, in 120 bits, that two terms of the
// asymptotic series are enough.
func farDigamma(x float64) float64 {
	y, sum := x, new(big.Float).SetPrec(120)
	one, at := big.NewFloat(1), new(big.Float).SetPrec(120).SetFloat64(x)
	for ; y < 200; y++ {
		sum.Add(sum, new(big.Float).SetPrec(120).Quo(one, at))
		at.Add(at, one)
	}
	y, _ = at.Float64()
	below := new(big.Float).SetPrec(120).SetFloat64(math.Log(y) - 1/(2*y) - 1/(12*y*y) + 1/(120*y*y*y*y))
	d, _ := below.Sub(below, sum).Float64()
	return d
}

// positive draws a number whose logarithm is uniform: small and large ones.
func positive(t *rapid.T, name string) float64 {
	return math.Exp(rapid.Float64Range(-25, 25).Draw(t, name))
}

func TestDigamma(t *testing.T) {
	for _, impl := range all {
		t.Run(impl.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				x := make([]float64, rapid.IntRange(0, 20).Draw(t, "length"))
				for i := range x {
					x[i] = positive(t, "x")
				}
				got := make([]float64, len(x))
				overDoubles(impl.digamma, got, x)
				for i, v := range x {
					if want := farDigamma(v); !(math.Abs(got[i]-want) <= 1e-14*max(1, math.Abs(want))) {
						t.Fatalf("digamma(%v): found %.17g, want %.17g", v, got[i], want)
					}
				}
			})
		})
	}
}

func TestDigammaOfKnownArguments(t *testing.T) {
	const euler = 0.57721566490153286060651209 // DLMF 5.2.3
	inf, nan := math.Inf(1), math.NaN()
	x := []float64{1, 0.5, 11, 0, inf, -1, -inf, nan, math.MaxFloat64, 1e-300, 1e18, math.SmallestNonzeroFloat64}
	want := []float64{-euler, -euler - 2*math.Ln2, 7381./2520 - euler, -inf, inf, nan, nan, nan, math.Log(math.MaxFloat64), -1e300, math.Log(1e18), -inf}
	for _, impl := range all {
		got := make([]float64, len(x))
		overDoubles(impl.digamma, got, x)
		for i, w := range want {
			if g := got[i]; g != w && !(math.IsNaN(g) && math.IsNaN(w)) && !(math.Abs(g-w) <= 2e-15*max(1, math.Abs(w))) {
				t.Errorf("%s: digamma(%v): found %.17g, want %.17g", impl.name, x[i], g, w)
			}
		}
	}
}
